"""All drills, each with the site that it needs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from typing import Final

from tools.faults import processes
from tools.faults.clock import DAY, clock_jumps, wrong_clock_site
from tools.faults.disk import full_disk, small_disk_site
from tools.faults.disordered import disordered_messages
from tools.faults.drill import DrillStats, Fault, drill
from tools.faults.events import BY_POST, LIVE, EventDrill
from tools.faults.failover import failovers
from tools.faults.flags import flags_and_clocks, flags_and_kills
from tools.faults.slow import slow_readers
from tools.rig import site as sites
from tools.rig.site import RunningSite

_SETTINGS: Final = {"absence_grace_seconds": "60"}


@dataclass(frozen=True)
class Drill:
    """A fault and the way to start a site for it (NotAvailable where this machine cannot)."""

    fault: Fault
    site: Callable[[], AbstractContextManager[RunningSite]]

    @property
    def name(self) -> str:
        """The fault's."""
        return self.fault.name

    async def run(self, site: RunningSite, matches: int) -> DrillStats:
        """Carry it out."""
        return await drill(site, self.fault, matches)


_scale = partial(sites.running, "postgresql", 2, redis=True, settings=_SETTINGS)
_routed = partial(sites.running, "postgresql", 2, redis=True, settings=_SETTINGS, routed=True)
_single = partial(sites.running, "sqlite", 1, redis=False, settings=_SETTINGS)

_wrong = partial(wrong_clock_site, "postgresql", 2)
WEEK: Final = 7 * DAY
SWISS: Final = {"system": "swiss", "rounds": 5, "clock": LIVE}
KNOCKOUT: Final = {"system": "knockout", "best_of": 3}
LEAGUE: Final = {"system": "league", "clock": BY_POST}
ARENA: Final = {"system": "arena", "seconds": 600, "clock": LIVE}

DRILLS: Final[tuple[Drill | EventDrill, ...]] = (
    Drill(processes.killed(3), _single),
    Drill(processes.killed(3), _scale),
    Drill(processes.killed(3), _routed),
    Drill(processes.database_restarted(at_once=False), _scale),
    Drill(processes.database_restarted(at_once=True), _scale),
    Drill(processes.redis_cut(), _scale),
    Drill(processes.rolled(), _scale),
    Drill(full_disk(), small_disk_site),
    Drill(clock_jumps(), partial(wrong_clock_site, "sqlite", 1)),
    Drill(clock_jumps(), partial(wrong_clock_site, "postgresql", 2)),
    Drill(flags_and_kills(), _single),
    Drill(flags_and_kills(), _scale),
    Drill(flags_and_clocks(), partial(wrong_clock_site, "postgresql", 2)),
    Drill(disordered_messages(), _scale),
    Drill(slow_readers(45), _scale),
    Drill(failovers(), partial(sites.running, "patroni", 2, redis=True, settings=_SETTINGS)),
    EventDrill("event: Swiss", _wrong, 32, SWISS, kills=1000, moves=4, database=True, clocks=True),
    EventDrill("event: knockout, best of 3", _wrong, 32, KNOCKOUT, kills=1000, moves=2, database=True, clocks=True),
    EventDrill("event: league", _wrong, 8, LEAGUE, kills=1000, moves=4, database=True, clocks=True, jump=WEEK),
    EventDrill("event: arena", _wrong, 30, ARENA, kills=60, database=True, clocks=True),
)
