"""A cluster whose primary ends, again and again and in every way: another node takes the lead, and play goes on."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from tools.faults.connections import BROKEN
from tools.faults.drill import Fault, NoEffect
from tools.faults.processes import do_meanwhile
from tools.faults.tables import FORMATS, Hall
from tools.rig.cluster import ClusterNode
from tools.rig.guests import GUEST_CLIENTS, Guest

ROUNDS: Final = 20
PROMISED: Final = 15.0  # seconds until play goes on
CALM: Final = 2.0  # seconds of play between a whole cluster and the next blow
WHOLE: Final = 180.0  # seconds in which a cluster must be whole again
GONE_ON: Final = 60.0  # seconds after which it is said that play does not go on
BOTS: Final = [{"format": "preconstructed", "deck": 1, "seat": "A", "opponent": "bot:1"}] * 2
LATE: Final = 3.6  # seconds of a gap that clocks may charge: one beat of the site's time, and its lateness


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
that no standby has, beside the new one."""


class ClockTable:
    """A duel at which nobody moves: what its clock loses is what the site charges."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._guest = Guest({})
        self._path = ""

    async def come(self) -> None:
        """Open it, and sit down at both seats."""
        api, http = GUEST_CLIENTS["api"], self._hall.world.clients[0]
        self._guest = await api.guest(http, "Ann")
        options = {"seat": "A", "first": "A", "format": "preconstructed", "clock": {"kind": "turn", "seconds": 3600}}
        opened = (await http.post("/api/matches", json=options, headers=self._guest.headers)).json()
        self._path = f"/api/matches/{opened['id']}"
        await api.join(http, await api.guest(http, "Bob"), opened["id"])

    async def left(self) -> float:
        """Return the seconds that the player to move has left."""
        while True:
            for http in self._hall.world.clients:
                with contextlib.suppress(*BROKEN):
                    state = (await http.get(self._path, headers=self._guest.headers)).json()
                    if "clock" in state:
                        return float(state["clock"]["left"]["A"])
            await self._hall.play(0.2)


def failovers(rounds: int = ROUNDS, within: float = PROMISED, charge: float = LATE) -> Fault:
    """Return the fault of a primary that ends `rounds` times.

    A problem where play does not go on `within` seconds, or clocks charge more than `charge` seconds of a gap.
    """

    async def inject(hall: Hall) -> str:
        table = ClockTable(hall)
        await table.come()
        gaps: list[tuple[float, str]] = []
        charged: list[float] = []
        for blow in itertools.islice(itertools.cycle(BLOWS), rounds):
            gap, took = await _round(hall, table, blow)
            gaps.append((gap, blow.name))
            charged.append(took)
            if gap > within:
                hall.ledger.problem(f"{blow.name}: play went on after {gap:.1f} s")
            if took > charge:
                hall.ledger.problem(f"{blow.name}: clocks charged {took:.1f} s of {gap:.1f} s without the database")
        times = sorted(gap for gap, _ in gaps)
        each = "; ".join(f"{name} {statistics.median(g for g, n in gaps if n == name):.1f}" for name in _names(gaps))
        return (
            f"{rounds} primaries ended, play went on after p50 {statistics.median(times):.1f} s, max {times[-1]:.1f} s "
            f"({each}); clocks charged at most {max(charged):.1f} s of a gap"
        )

    return Fault("failover", inject, formats=[*FORMATS, *BOTS])


def _names(gaps: list[tuple[float, str]]) -> Iterator[str]:
    return iter(dict.fromkeys(name for _, name in gaps))


async def _round(hall: Hall, table: ClockTable, blow: PrimaryEnd) -> tuple[float, float]:
    """End the primary, and repair it; the seconds in which no move was acknowledged, and those that clocks charged."""
    cluster = hall.site.cluster
    assert cluster is not None
    await do_meanwhile(hall, lambda: cluster.wait_until_whole(WHOLE))
    await hall.play(CALM)
    primary = await do_meanwhile(hall, cluster.primary)
    if primary is None:
        raise NoEffect("there is no primary")
    left, at = await table.left(), time.monotonic()
    await do_meanwhile(hall, lambda: blow.strike(primary))
    struck = time.monotonic()
    try:
        if not await _another_leads(hall, primary):
            raise NoEffect(f"{blow.name}: no other node took the lead")
        leads = time.monotonic()
        if not await hall.play_until(lambda: _tables_since(hall, leads) > len(hall.tables) // 2, GONE_ON):
            hall.ledger.problem(f"{blow.name}: most tables do not go on {GONE_ON:.0f} s after another node leads")
    finally:
        charged, until = left - await table.left(), time.monotonic()
        await do_meanwhile(hall, lambda: blow.repair(primary))
    gap = _longest_gap(hall, at, until)
    return gap, max(0.0, charged - (until - at - gap)) if until > struck else 0.0


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


def _longest_gap(hall: Hall, since: float, until: float) -> float:
    """Return the longest time in which no move of any table was acknowledged."""
    moments = sorted(at for table in hall.tables for at in table.acknowledged_at if since <= at <= until)
    return max(later - earlier for earlier, later in itertools.pairwise([since, *moments, until]))
