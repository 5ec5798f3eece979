"""A wall clock that jumps under a running worker, while its steady clock goes on."""

from __future__ import annotations

import contextlib
import struct
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tools.faults import wrong_clock
from tools.faults.drill import Fault, NoEffect
from tools.faults.tables import Hall
from tools.faults.witness import GRACE, Witness
from tools.rig import site as sites
from tools.rig.site import RunningSite

HOUR: Final = 3600
DAY: Final = 24 * HOUR
JUMPS: Final = (2 * HOUR, -3 * HOUR, 500 * DAY, -30 * DAY, 0)
"""Seconds by which the clocks are wrong, one after the other: the workers' clocks do not even agree."""
SETTINGS: Final = {
    "absence_grace_seconds": str(GRACE),
    "rate_limit": "4",
}
_FILE: Final = "clock-{}"


@contextlib.contextmanager
def wrong_clock_site(database: str, workers: int) -> Iterator[RunningSite]:
    """Run a site of which every worker has a wall clock of its own that can be set while it runs."""
    with tempfile.TemporaryDirectory(prefix="clash-clock-") as name:
        folder = Path(name)

        def variables(number: int) -> dict[str, str]:
            set_clock(folder, number, 0)
            return {"PYTHONPATH": wrong_clock.__path__[0], "WRONG_CLOCK": str(folder / _FILE.format(number))}

        redis = database != "sqlite"
        with sites.running(
            database, workers, redis=redis, settings=SETTINGS, folder=folder, variables=variables
        ) as site:
            yield site


def set_clock(folder: Path, number: int, seconds: int) -> None:
    """Set the wall clock of a worker wrong by this many seconds, from now on."""
    path = folder / _FILE.format(number)
    path.touch()
    with path.open("r+b") as file:  # never truncated: the worker has it in its memory
        file.write(struct.pack("=q", seconds * 10**9))


def clock_jumps(each: float = 2.0) -> Fault:
    """Return the fault of clocks that jump hours and days, at each worker another way."""

    async def inject(hall: Hall) -> str:
        workers = range(len(hall.site.workers))
        witnesses = [Witness(hall, number) for number in workers]
        try:
            for witness in witnesses:
                await witness.come()
            for moment, jump in enumerate(JUMPS):
                wrong = [JUMPS[(moment + number) % len(JUMPS)] if jump else 0 for number in workers]
                for number in workers:
                    set_clock(hall.site.workers[number].folder, number, wrong[number])
                await hall.play(each)
                for witness, seconds in zip(witnesses, wrong, strict=True):
                    if not await witness.believes(seconds):
                        raise NoEffect("a worker's clock was not wrong")
                    await witness.check()
        finally:
            for witness in witnesses:
                await witness.leave()
        return "2 h ahead, 3 h behind, 500 days ahead, 30 days behind, right again"

    return Fault("clock jumps", inject)
