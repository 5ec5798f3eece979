"""Peace and attack in turns, while everybody plays: the times of moves in each, and the answers to the attacker."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tools.faults.drill import PAUSE, Findings
from tools.faults.tables import Hall
from tools.rig.numbers import in_milliseconds
from tools.rig.site import RunningSite
from tools.siege.attacker import Attacker, attacker
from tools.siege.camp import prepare
from tools.siege.wire import Receivers

PLAYERS: Final = [f"127.0.0.{number}" for number in range(11, 21)]
# One for each way, so that the limits used up by one do not protect the site from the next.
ATTACKER: Final = "127.0.1.{number}"
NO_RECEIVERS: Final = Receivers("", "", Counter())
WARM_UP: Final = 3.0
REST: Final = 1.0  # seconds after an attack until peace is measured again

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class SiegePlan:
    """The size of a siege: `actions` of the long match, `strength` of the attacker's numbers of connections.

    An attack in `wanted` continues, beyond its seconds, until the attacker got that status.
    """

    attacks: Sequence[str]
    wanted: Mapping[str, str] = field(default_factory=dict)
    matches: int = 50
    seconds: float = 5.0
    rounds: int = 3
    actions: int = 1500
    strength: float = 1.0


@dataclass
class AttackRow:
    """One way to attack: the times of peace and of attack, and the statuses the attacker got."""

    name: str
    source: str
    spans: list[tuple[Span, Span]] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    peace: list[list[float]] = field(default_factory=list)  # seconds from a move until the opponent has it, by round
    war: list[list[float]] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)  # share of a core that the server used in war

    @property
    def times(self) -> float:
        """The players' p99 under attack, in that of peace."""
        return milliseconds(self.war, 0.99) / milliseconds(self.peace, 0.99)


@dataclass(kw_only=True)
class Siege(Findings):
    """The findings of a siege."""

    rows: list[AttackRow]
    memory_mib: float = 0.0  # the largest at the end of an attack


def milliseconds(rounds: list[list[float]], share: float) -> float:
    """Return the median of the rounds of the time within which this share of the moves arrived."""
    return statistics.median(in_milliseconds(seconds, share) for seconds in rounds)


async def siege(site: RunningSite, plan: SiegePlan, receivers: Receivers = NO_RECEIVERS) -> Siege:
    """Play, attack in each way of the plan in turns with peace, play on to the ends, and compare all books. The site
    allows messages to the `receivers`, if there are any."""
    camp = await asyncio.to_thread(prepare, site.workers[0].port, plan.actions, plan.strength, receivers)
    rows = [AttackRow(name, ATTACKER.format(number=number)) for number, name in enumerate(plan.attacks, 1)]
    found = Siege(rows=rows)
    async with attacker(camp) as enemy, Hall(site, plan.matches, PAUSE, sources=PLAYERS).open() as hall:
        await hall.play(WARM_UP)
        for _ in range(plan.rounds):
            for row in rows:
                await _round(site, hall, enemy, row, plan)
                found.memory_mib = max(found.memory_mib, site.memory_kib / 1024)
        await found.finish(hall)
        for row in rows:  # only now has every move that was sent in an attack arrived
            row.peace = [hall.ledger.latencies(*peace) for peace, _ in row.spans]
            row.war = [hall.ledger.latencies(*war) for _, war in row.spans]
    return found


async def _round(site: RunningSite, hall: Hall, enemy: Attacker, row: AttackRow, plan: SiegePlan) -> None:
    began = time.monotonic()
    await hall.play(plan.seconds)
    attacked, cpu = time.monotonic(), site.cpu
    await enemy.begin(row.name, row.source)
    await hall.play(plan.seconds)
    ended = time.monotonic()
    row.cpu.append((site.cpu - cpu) / (ended - attacked))
    row.answers += await enemy.end(plan.wanted.get(row.name, ""))
    row.spans.append(((began, attacked), (attacked, ended)))
    await hall.play(REST)
