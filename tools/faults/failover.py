"""A cluster whose primary ends, again and again and in every way: another node takes the lead, and play continues."""

from __future__ import annotations

import asyncio
import itertools
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tools.faults.drill import Fault, NoEffect
from tools.faults.processes import do_meanwhile
from tools.faults.tables import FORMATS, Hall
from tools.rig.cluster import ClusterNode

PROMISED: Final = 15.0  # seconds until play continues
CALM: Final = 2.0  # seconds of play between a whole cluster and the next blow
WHOLE: Final = 180.0  # seconds in which a cluster must be whole again
GONE_ON: Final = 60.0  # seconds after which it is said that play does not continue
BOTS: Final = [{"format": "preconstructed", "deck": 1, "seat": "A", "opponent": "bot:1"}] * 2


@dataclass(frozen=True)
class PrimaryEnd:
    """A way in which a primary ends, and its repair."""

    name: str
    strike: Callable[[ClusterNode], object]
    repair: Callable[[ClusterNode], object]


BLOWS: Final = (
    PrimaryEnd("killed", ClusterNode.kill, ClusterNode.start),
    PrimaryEnd("switched over", ClusterNode.switch_over, lambda node: None),
    PrimaryEnd("cut off", ClusterNode.isolate, ClusterNode.join),
    PrimaryEnd("frozen", ClusterNode.freeze, ClusterNode.start_again),
    PrimaryEnd("left without its manager", lambda node: node.freeze(server=False), ClusterNode.start_again),
)
"""A frozen node is started again, as a watchdog does it. The last one leaves a primary that answers, and takes writes
that no standby has, with the new one."""


def failovers(rounds: int, within: float = PROMISED) -> Fault:
    """Return the fault of a primary that ends `rounds` times; a problem if play does not continue `within` seconds."""

    async def inject(hall: Hall) -> str:
        gaps: dict[str, list[float]] = {}
        for blow in itertools.islice(itertools.cycle(BLOWS), rounds):
            gap = await _round(hall, blow)
            gaps.setdefault(blow.name, []).append(gap)
            if gap > within:
                hall.ledger.problem(f"{blow.name}: play went on after {gap:.1f} s")
        each = ", ".join(f"{name} {statistics.median(times):.1f}" for name, times in gaps.items())
        return f"{rounds} primaries ended, play went on within {max(map(max, gaps.values())):.1f} s (p50: {each})"

    return Fault("failover", inject, formats=[*FORMATS, *BOTS])


async def _round(hall: Hall, blow: PrimaryEnd) -> float:
    """End the primary, and repair it; return the longest time in which no move of any table was acknowledged."""
    cluster = hall.site.cluster
    assert cluster is not None
    await do_meanwhile(hall, lambda: cluster.wait_until_whole(WHOLE))
    await hall.play(CALM)
    primary = await do_meanwhile(hall, cluster.primary)
    if primary is None:
        raise NoEffect("there is no primary")
    at = time.monotonic()
    await do_meanwhile(hall, lambda: blow.strike(primary))
    try:
        if not await _another_leads(hall, primary):
            raise NoEffect(f"{blow.name}: no other node took the lead")
        leads = time.monotonic()
        if not await hall.play_until(lambda: _tables_since(hall, leads) > len(hall.tables) // 2, GONE_ON):
            hall.ledger.problem(f"{blow.name}: most tables do not continue {GONE_ON:.0f} s after another node leads")
    finally:
        until = time.monotonic()
        await do_meanwhile(hall, lambda: blow.repair(primary))
    moments = sorted(moment for table in hall.tables for moment in table.acknowledged_at if at <= moment <= until)
    return max(later - earlier for earlier, later in itertools.pairwise([at, *moments, until]))


async def _another_leads(hall: Hall, before: ClusterNode) -> bool:
    cluster = hall.site.cluster
    assert cluster is not None
    give_up = time.monotonic() + GONE_ON
    while time.monotonic() < give_up:
        for node in cluster.nodes:
            if node is not before and await asyncio.to_thread(node.is_primary):
                return True
        await hall.play(0.1)
    return False


def _tables_since(hall: Hall, moment: float) -> int:
    """Return the number of tables with an acknowledged move since then."""
    return sum(bool(table.acknowledged_at) and table.acknowledged_at[-1] > moment for table in hall.tables)
