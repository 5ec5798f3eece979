"""Peace and attack in turns, while everybody plays: the times of moves in each, and the answers to the attacker."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from app.web.running import running
from tools.faults import checks
from tools.faults.tables import BY_REQUESTS, Hall
from tools.rig.site import RunningSite
from tools.siege.attacker import Attacker, attacker
from tools.siege.camp import prepare
from tools.siege.page_reader import ColdPageReader

PLAYERS: Final = [f"127.0.0.{number}" for number in range(11, 21)]
ATTACKER: Final = (
    "127.0.1.{number}"  # one for each way, so that the limits used up by one do not protect the site from the next
)
PAUSE: Final = 0.3  # seconds that a player thinks, on average
WARM_UP: Final = 3.0
REST: Final = 1.0  # seconds after an attack until peace is measured again
REFUSED: Final = ("408", "413", "429", "431", "503", "closed")

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class SiegePlan:
    """The size of a siege: `actions` of the long match, `strength` of the attacker's numbers of connections.

    `push` is the origin of a slow push service.

    An attack in `wanted` goes on, beyond its seconds, until the attacker got that status.
    """

    attacks: Sequence[str]
    wanted: Mapping[str, str] = field(default_factory=dict)
    matches: int = 50
    seconds: float = 5.0
    rounds: int = 3
    actions: int = 1500
    push: str = ""
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
    peace_pages: list[list[float]] = field(default_factory=list)  # seconds of pages that were not cached
    war_pages: list[list[float]] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)  # share of a core that the server used in war

    @property
    def refused(self) -> int:
        """The number of times that the attacker was refused or cut off."""
        return sum(self.answers[word] for word in REFUSED)

    @property
    def times(self) -> float:
        """The players' p99 under attack, in that of peace."""
        return milliseconds(self.war, 0.99) / milliseconds(self.peace, 0.99)


@dataclass
class Siege:
    """The findings of a siege."""

    rows: list[AttackRow]
    acknowledged: int = 0
    lost: int = 0
    stuck: int = 0
    matches: int = 0
    memory_mib: float = 0.0  # the largest at the end of an attack
    problems: list[str] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)

    def sentences(self) -> list[str]:
        """Return the failures; none if nothing was lost and everybody could play to the end."""
        return [*self.problems, *checks.sentences(self.lost, self.stuck)]


def milliseconds(rounds: list[list[float]], share: float) -> float:
    """Return the median of the rounds of the time within which this share of the moves arrived."""
    found = []
    for seconds in rounds:
        ordered = sorted(seconds)
        found.append(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan"))
    return statistics.median(found)


async def siege(site: RunningSite, plan: SiegePlan) -> Siege:
    """Play, attack in each way of the plan in turns with peace, play on to the ends, and compare all books."""
    camp = await asyncio.to_thread(prepare, site.workers[0].port, plan.actions, plan.strength, plan.push)
    found = Siege([AttackRow(name, ATTACKER.format(number=number)) for number, name in enumerate(plan.attacks, 1)])
    reader = ColdPageReader(site.workers[0].port)
    async with (
        attacker(camp) as enemy,
        Hall(site, plan.matches, PAUSE, sources=PLAYERS).open() as hall,
        running(reader.read()),
    ):
        await hall.play(WARM_UP)
        for _ in range(plan.rounds):
            for row in found.rows:
                await _round(site, hall, enemy, row, plan)
                found.memory_mib = max(found.memory_mib, site.memory_kib / 1024)
        if not await hall.stand_still():
            found.problems.append("some players did not get the newest moves")
        await checks.agree(hall)
        await hall.end()
        _measure(hall, reader, found)
        _count(hall, found, await checks.lost(hall))
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


def _measure(hall: Hall, reader: ColdPageReader, found: Siege) -> None:
    """Only now has every move that was sent in an attack arrived.

    Clients that poll learn of a move at their next request: that delay is not the site's.
    """
    streams = {table.number for table in hall.tables if table.number % BY_REQUESTS}
    for row in found.rows:
        row.peace = [hall.ledger.latencies(*peace, streams) for peace, _ in row.spans]
        row.war = [hall.ledger.latencies(*war, streams) for _, war in row.spans]
        row.peace_pages = [reader.seconds(*peace) for peace, _ in row.spans]
        row.war_pages = [reader.seconds(*war) for _, war in row.spans]


def _count(hall: Hall, found: Siege, lost: int) -> None:
    ledger = hall.ledger
    found.matches, found.lost, found.acknowledged = len(ledger.books), lost, ledger.acknowledged
    found.stuck = sum(not book.over for book in ledger.books)
    found.problems += ledger.problems
    found.errors = ledger.errors
