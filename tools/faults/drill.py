"""One drill: a site in play, a fault in the middle, and its cost."""

from __future__ import annotations

import itertools
import statistics
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from tools.faults import checks
from tools.faults.players import DrillPlayer
from tools.faults.tables import FORMATS, Hall
from tools.rig.json import Json
from tools.rig.site import RunningSite

PAUSE: Final = 0.3  # seconds that a player thinks, on average
TROUBLE: Final = "Traceback"  # a worker reports a fault in one line, without a traceback


class NoEffect(Exception):
    """The fault had no effect, so the drill has shown nothing."""


@dataclass(frozen=True)
class Fault:
    """A fault of a site, and the kind of site that it needs. `inject` causes and repairs it while the players of the
    hall play on; it returns a remark for the table, and raises NoEffect if nobody noticed."""

    name: str
    inject: Callable[[Hall], Awaitable[str]]
    player: type[DrillPlayer] = DrillPlayer
    formats: Sequence[Json] = tuple(FORMATS)


@dataclass
class DrillStats:
    """The figures of a drill. Times in seconds."""

    name: str
    where: str
    matches: int = 0
    acknowledged: int = 0
    lost: int = 0
    stuck: int = 0
    unsure: int = 0
    lasted: float = 0.0  # from the beginning of the fault to its end
    resumed: float = 0.0  # the longest that the median table was without an acknowledged move, from its beginning on
    longest: float = 0.0  # the same of the slowest table
    before: list[float] = field(default_factory=list)  # from sending a move until the opponent had it
    during: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    note: str = ""

    def sentences(self) -> list[str]:
        """Return the failures; none if nothing was lost and nobody is stuck, in a fault that had an effect."""
        return [*self.problems, *checks.sentences(self.lost, self.stuck)]


async def drill(site: RunningSite, fault: Fault, matches: int, *, calm: float = 2.0) -> DrillStats:
    """Play `matches` tables, let the fault come and go, play on to the ends, and compare all books."""
    found = DrillStats(fault.name, _where(site))
    logged = [len(worker.log) for worker in site.workers]
    async with Hall(site, matches, PAUSE, fault.player, formats=fault.formats).open() as hall:
        began = time.monotonic()
        await hall.play(calm)
        await hall.play_until(lambda: hall.ledger.acknowledged >= matches)  # it hits people in play
        at = time.monotonic()
        try:
            found.note = await fault.inject(hall)
        except NoEffect as miss:
            found.problems.append(f"the fault did not bite: {miss}")
        found.lasted = time.monotonic() - at
        found.before, found.during = hall.ledger.latencies(began, at), hall.ledger.latencies(at, at + found.lasted)
        await hall.play(calm)
        if not await hall.stand_still():
            found.problems.append("some players did not get the newest moves")
        await checks.agree(hall)
        _standstills(hall, found, at)
        await hall.end()
        _count(hall, found, await checks.lost(hall))
    found.problems += stumbles(site, logged)
    return found


def _where(site: RunningSite) -> str:
    workers = len(site.workers)
    store = "Patroni" if site.cluster is not None else "PostgreSQL" if site.postgres is not None else "SQLite"
    return f"{store}{' + Redis' if site.redis is not None else ''}, {workers} worker{'s' if workers > 1 else ''}"


def _standstills(hall: Hall, found: DrillStats, at: float) -> None:
    """Store the longest time, from the fault's beginning on, that the median and the slowest table had to wait."""
    now, longest = time.monotonic(), []
    for table in hall.tables:
        times = [at, *(moment for moment in table.acknowledged_at if moment > at)]
        times = times if len(times) > 1 else [at, now]
        longest.append(max(later - earlier for earlier, later in itertools.pairwise(times)))
    found.resumed, found.longest = statistics.median(longest), max(longest)


def _count(hall: Hall, found: DrillStats, lost: int) -> None:
    ledger = hall.ledger
    found.matches, found.lost = len(ledger.books), lost
    found.acknowledged, found.unsure, found.errors = ledger.acknowledged, ledger.unsure, ledger.errors
    found.stuck = sum(not book.over for book in ledger.books)
    found.problems += ledger.problems
    if ledger.problem_count > len(ledger.problems):
        found.problems.append(f"and {ledger.problem_count - len(ledger.problems)} more of these")


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
