"""`MATCHES=… ROUNDS=… python -m tools.faults [WORD …]`: breaks parts of a site in play, and counts the cost.

Everything runs on 127.0.0.1, in processes of its own, and ends on its own. Words as arguments choose the drills
that have them in their names. A cluster loses its primary in so many ROUNDS.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from typing import Final

from tools.faults import processes
from tools.faults.disk import full_disk
from tools.faults.drill import DrillStats, Fault, drill
from tools.faults.failover import failovers
from tools.faults.slow import slow_readers
from tools.faults.tournaments import TournamentDrill
from tools.python_build import described
from tools.rig import site as sites
from tools.rig.arguments import chosen
from tools.rig.numbers import number
from tools.rig.programs import NotAvailable
from tools.rig.site import RunningSite
from tools.rig.termination import end_in_order

SiteStarter = Callable[[], AbstractContextManager[RunningSite]]
_SETTINGS: Final = {"absence_grace_seconds": "60"}
_scale = partial(sites.running, "postgresql", 2, redis=True, settings=_SETTINGS)
_single = partial(sites.running, "sqlite", 1, redis=False, settings={**_SETTINGS, "min_free_mb": "0"})

DRILLS: Final[tuple[tuple[Fault, SiteStarter], ...]] = (
    (processes.killed(3), _single),
    (processes.killed(3), _scale),
    (processes.killed(3), partial(_scale, routed=True)),
    (processes.database_restarted(at_once=False), _scale),
    (processes.database_restarted(at_once=True), _scale),
    (full_disk(), _single),
    (slow_readers(45), _scale),
    (failovers(number("ROUNDS", 10)), partial(sites.running, "patroni", 2, redis=True, settings=_SETTINGS)),
)
LIVE: Final = {"kind": "fischer", "base": 600, "increment": 5}
BY_POST: Final = {"kind": "correspondence", "hours": 168, "vacation": 0}
TOURNAMENTS: Final = (
    TournamentDrill("tournament: Swiss", 16, {"system": "swiss", "rounds": 5, "clock": LIVE}, moves=4),
    TournamentDrill("tournament: knockout, best of 3", 16, {"system": "knockout", "best_of": 3}, moves=2),
    TournamentDrill("tournament: league", 8, {"system": "league", "clock": BY_POST}, moves=4),
    TournamentDrill("tournament: arena", 30, {"system": "arena", "seconds": 300, "clock": LIVE}, kills=30),
)
COLUMNS: Final = (
    f"{'fault':32}{'site':31}{'matches':>8}{'moves':>7}{'lost':>5}{'stuck':>6}{'fault s':>8}{'slowest s':>10}  remark\n"
    "moves: acknowledged; slowest s: the longest that a table went without an acknowledged move, from the fault's\n"
    "beginning on, thinking included"
)


def line(found: DrillStats) -> str:
    """Return one row."""
    errors = ", ".join(f"{code} {count}" for code, count in sorted(found.errors.items()))
    return (
        f"{found.name:32}{found.where:31}{found.matches:8}{found.acknowledged:7}{found.lost:5}{found.stuck:6}"
        f"{found.lasted:8.1f}{found.longest:10.1f}  {'; '.join(filter(None, (found.note, errors or 'no error')))}"
    )


def _drilled(fault: Fault, matches: int, site: RunningSite) -> DrillStats:
    return asyncio.run(drill(site, fault, matches))


def _runs(matches: int) -> Iterator[tuple[str, SiteStarter, Callable[[RunningSite], DrillStats]]]:
    """Yield the name of each drill, its site, and how it is carried out there."""
    for fault, start in DRILLS:
        yield fault.name, start, partial(_drilled, fault, matches)
    for tournament in TOURNAMENTS:
        yield tournament.name, _scale, tournament.run


def _lines(matches: int, wanted: list[str], done: list[DrillStats]) -> Iterator[str]:
    for name, start, run in _runs(matches):
        if name not in wanted:
            continue
        try:
            with start() as site:
                found = run(site)
        except NotAvailable as missing:
            yield f"{name:30}left out: {missing}"
            continue
        done.append(found)
        yield line(found)


def main() -> None:
    """Print the table; exit code 1, with sentences, if anything was lost, got stuck, or proved nothing."""
    names = [fault.name for fault, _ in DRILLS] + [tournament.name for tournament in TOURNAMENTS]
    wanted = chosen("tools.faults", __doc__, names)
    end_in_order()
    matches, done = number("MATCHES", 150), list[DrillStats]()
    print(f"{matches} tables at once for each fault, {described()}, 127.0.0.1")
    print(COLUMNS)
    try:
        for row in _lines(matches, wanted, done):
            print(row, flush=True)
    except KeyboardInterrupt:
        sys.exit("Stopped; everything that was started has ended.")
    failures = [f"{found.name} ({found.where}): {sentence}" for found in done for sentence in found.sentences()]
    if failures:
        sys.exit("\n".join(["", *failures]))
    if not done:
        sys.exit("No drill could run.")
    print("Nothing acknowledged was lost, and every match went on to its end.")


if __name__ == "__main__":
    main()
