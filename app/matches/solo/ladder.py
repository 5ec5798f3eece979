"""The ladder: the highest level of the automaton that a guest has beaten, per edition and sets (R10.9).

It comes from the guest's own finished matches, so it can neither be lost without them nor disagree with them. Casual
matches (a seed that somebody chose, a position played on) do not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import orjson
import sqlalchemy as sa

from app.matches.core.storage.models import matches
from app.matches.core.storage.seats import holds_alone
from engine import cards
from engine.setup.options import DRAFT, STARTER, OptionsNotation
from engine.setup.solo import SoloOptions


@dataclass(frozen=True, slots=True)
class Rung:
    """A rung of the ladder: the highest level beaten in an edition with certain sets, and the match that did it."""

    edition: str
    sets: tuple[str, ...]
    level: int
    match_id: str


@dataclass(frozen=True, slots=True)
class Climb:
    """A won match on the ladder: its level, and the best one before it (None: none was beaten yet)."""

    rung: Rung
    before: int | None

    @property
    def raised(self) -> bool:
        """True if the win raised the highest level."""
        return self.before is None or self.rung.level > self.before


def rung_of(match_id: str, options: OptionsNotation) -> Rung:
    """Return the rung that winning a solo match of these options (`engine.setup.options.Options.to_json`) reaches."""
    solo = SoloOptions.from_json(options["solo"])
    sets = tuple(options["sets"]) if options["format"] == DRAFT else STARTER
    in_order = tuple(name for name in cards.SETS if name in sets)
    return Rung(options["edition"], in_order, solo.worth(bool(options["champions"])), match_id)


def best(rungs: Iterable[Rung]) -> list[Rung]:
    """Return the highest rung of each edition and choice of sets, the newest edition and the Starter Kit first."""
    highest: dict[tuple[str, tuple[str, ...]], Rung] = {}
    for rung in rungs:
        known = highest.get((rung.edition, rung.sets))
        if known is None or rung.level > known.level:
            highest[rung.edition, rung.sets] = rung
    order = list(cards.SETS)
    order_of = {
        rung: (-int(rung.edition), len(rung.sets), [order.index(name) for name in rung.sets])
        for rung in highest.values()
    }
    return sorted(highest.values(), key=lambda rung: order_of[rung])


def wins_of(player_id: str, until: float | None = None) -> Callable[[sa.Connection], list[Rung]]:
    """Return a query: the rungs of all the guest's solo wins that count, oldest first.

    Those that ended before `until`.
    """
    won = (
        sa.select(matches.c.id, matches.c.options)
        .where(holds_alone("A", player_id), matches.c.mode == "solo", matches.c.status == "over")
        .where(matches.c.winner == "A", sa.not_(matches.c.casual))
        .order_by(matches.c.finished_at)
    )
    if until is not None:
        won = won.where(matches.c.finished_at < until)

    def query(connection: sa.Connection) -> list[Rung]:
        return [rung_of(row.id, orjson.loads(row.options)) for row in connection.execute(won)]

    return query


def climb_of(match_id: str, player_id: str) -> Callable[[sa.Connection], Climb | None]:
    """Return a query: the effect of a match on its winner's ladder.

    None for one that is not a counting win of this guest.
    """
    this = sa.select(matches.c.options, matches.c.finished_at).where(
        matches.c.id == match_id,
        holds_alone("A", player_id),
        matches.c.mode == "solo",
        matches.c.status == "over",
        matches.c.winner == "A",
        sa.not_(matches.c.casual),
    )

    def query(connection: sa.Connection) -> Climb | None:
        row = connection.execute(this).one_or_none()
        if row is None:
            return None
        rung = rung_of(match_id, orjson.loads(row.options))
        earlier = wins_of(player_id, row.finished_at)(connection)
        same = [other.level for other in earlier if (other.edition, other.sets) == (rung.edition, rung.sets)]
        return Climb(rung, max(same, default=None))

    return query
