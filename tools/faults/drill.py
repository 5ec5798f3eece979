"""One drill: a site in play, a fault in the middle, and its cost."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from tools.faults import checks
from tools.faults.tables import FORMATS, Hall
from tools.rig.json import Json
from tools.rig.site import RunningSite

PAUSE: Final = 0.3  # seconds that a player thinks, on average
TROUBLE: Final = "Traceback"  # a worker reports a fault in one line, without a traceback


class NoEffect(Exception):
    """The fault had no effect, so the drill has shown nothing."""


@dataclass(frozen=True)
class Fault:
    """A fault of a site. `inject` causes and repairs it while the players of the hall play on; it returns a remark for
    the table, and raises NoEffect if nobody noticed."""

    name: str
    inject: Callable[[Hall], Awaitable[str]]
    formats: Sequence[Json] = tuple(FORMATS)


@dataclass(kw_only=True)
class Findings:
    """The totals of the players' books in the end."""

    matches: int = 0
    acknowledged: int = 0
    lost: int = 0
    stuck: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)

    def sentences(self) -> list[str]:
        """Return the failures; none if nothing was lost and nobody is stuck, in a fault that had an effect."""
        lost = [f"{self.lost} acknowledged moves were lost."] if self.lost else []
        return [*self.problems, *lost, *([f"{self.stuck} matches could not continue."] if self.stuck else [])]

    async def finish(self, hall: Hall) -> None:
        """Let everybody play on to the ends, and compare all books."""
        if not await hall.stand_still():
            self.problems.append("some players did not get the newest moves")
        await checks.agree(hall)
        await hall.end()
        ledger = hall.ledger
        self.lost, self.matches = await checks.lost(hall), len(ledger.books)
        self.acknowledged, self.errors = ledger.acknowledged, ledger.errors
        self.stuck = sum(not book.over for book in ledger.books)
        self.problems += ledger.problems
        if ledger.problem_count > len(ledger.problems):
            self.problems.append(f"and {ledger.problem_count - len(ledger.problems)} more of these")


@dataclass
class DrillStats(Findings):
    """The figures of a drill. Times in seconds."""

    name: str
    where: str
    lasted: float = 0.0  # from the beginning of the fault to its end
    longest: float = 0.0  # the longest that a table was without an acknowledged move, from its beginning on
    note: str = ""


async def drill(
    site: RunningSite, fault: Fault, matches: int, *, calm: float = 2.0, pause: float = PAUSE
) -> DrillStats:
    """Play `matches` tables, let the fault come and go, play on to the ends, and compare all books."""
    found = DrillStats(fault.name, _where(site))
    logged = [len(worker.log) for worker in site.workers]
    async with Hall(site, matches, pause, formats=fault.formats).open() as hall:
        await hall.play(calm)
        await hall.play_until(lambda: hall.ledger.acknowledged >= matches)  # it hits people in play
        at = time.monotonic()
        try:
            found.note = await fault.inject(hall)
        except NoEffect as miss:
            found.problems.append(f"the fault did not bite: {miss}")
        found.lasted = time.monotonic() - at
        await hall.play(calm)
        found.longest = _standstill(hall, at)
        await found.finish(hall)
    found.problems += stumbles(site, logged)
    return found


def _where(site: RunningSite) -> str:
    workers = len(site.workers)
    store = "Patroni" if site.cluster is not None else "PostgreSQL" if site.postgres is not None else "SQLite"
    return f"{store}{' + Redis' if site.redis is not None else ''}, {workers} worker{'s' if workers > 1 else ''}"


def _standstill(hall: Hall, at: float) -> float:
    """Return the longest time since the beginning of the fault for which a table had to wait."""
    now = time.monotonic()
    moments = [[at, *(moment for moment in table.acknowledged_at if moment > at)] for table in hall.tables]
    return max(b - a for times in moments for a, b in itertools.pairwise(times if times[1:] else [at, now]))


def stumbles(site: RunningSite, logged: list[int]) -> list[str]:
    """Return the tracebacks in the workers' later log lines."""
    return [
        f"{worker.log_path.name} has a traceback: {ending}"
        for worker, before in zip(site.workers, logged, strict=True)
        for ending in tracebacks(worker.log[before:])
    ]


def tracebacks(log: str) -> list[str]:
    """Return the exception and the last frame of each traceback, except of helper processes whose worker was killed
    while they started."""
    endings = [_ending(trace.splitlines()[1:]) for trace in log.split(TROUBLE)[1:]]
    return [f"{exception[:200]} ({frame})" for exception, frame in endings if not _is_orphan(exception, frame)]


def _ending(lines: list[str]) -> tuple[str, str]:
    frame = ""
    for line in lines:
        if not line.startswith(" "):
            return line, frame
        frame = line.strip() if line.startswith("  File ") else frame
    return "no exception", frame


def _is_orphan(exception: str, frame: str) -> bool:
    return exception.startswith("EOFError") and "/multiprocessing/spawn.py" in frame
