"""A road as it is stored: its steps, each with the id of its match; and the road that they lead to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

import orjson
import sqlalchemy as sa

from app.base.store.database import StoredRow
from app.contests.legacy.models import roads
from app.contests.legacy.rivals import RIVALS
from app.matches.bots.characters import Character
from app.matches.core.features.deal import road_of
from app.matches.core.match_row import MatchRow
from engine.legacy import ISLANDS, Road, RoadStep, StepOutcome


class StoredStep(RoadStep):
    """A step with the id of its match. The `scar` of a lost one is found when the road is read."""

    match: str


@dataclass(frozen=True)
class StoredRoad:
    """A road of a player, who is called `name`; `seed` is secret until the road is over."""

    id: str
    player_id: str
    week: str | None
    starter: int
    seed: int
    steps: Sequence[StoredStep]
    version: int
    created_at: float
    ended_at: float | None
    name: str = ""

    @cached_property
    def road(self) -> Road:
        """The road after all its matches that have ended."""
        return Road.begin(self.seed, self.starter, self.steps)

    @property
    def is_over(self) -> bool:
        """True if the road has come to its end, or was given up."""
        return self.ended_at is not None

    @property
    def is_finished(self) -> bool:
        """True if all islands are won."""
        return self.road.won == ISLANDS

    @property
    def current(self) -> StoredStep | None:
        """The match that is being played."""
        return self.steps[-1] if self.steps and "outcome" not in self.steps[-1] else None

    @property
    def rival(self) -> Character:
        """The opponent of the island that is to be won, or whose gift is to be chosen."""
        return RIVALS[self.road.won - (self.road.chooses or self.is_finished)]

    def before(self, number: int) -> Road:
        """Return the road before this one of its matches."""
        return Road.begin(self.seed, self.starter, self.steps[:number])

    def with_last(self, **values: object) -> tuple[StoredStep, ...]:
        """Return the steps, the last one with these values."""
        return (*self.steps[:-1], cast(StoredStep, {**self.steps[-1], **values}))


def road_in(row: StoredRow, name: str = "") -> StoredRoad:
    """Return the road of a row."""
    return StoredRoad(
        row.id,
        row.player_id,
        row.week,
        row.starter,
        int.from_bytes(row.seed),
        orjson.loads(row.steps),
        row.version,
        row.created_at,
        row.ended_at,
        name,
    )


def values_after(stored: StoredRoad, steps: Sequence[StoredStep], now: float) -> dict[str, object]:
    """Return the columns of a road that has these steps now; it ends at its last island or its last life."""
    road = Road.begin(stored.seed, stored.starter, steps)
    ended = now if road.is_over and stored.ended_at is None else stored.ended_at
    return {
        "steps": orjson.dumps(steps).decode(),
        "version": stored.version + 1,
        "won": road.won,
        "lives": road.lives,
        "ended_at": ended,
    }


def record_end(connection: sa.Connection, row: MatchRow, now: float) -> None:
    """Store the result of a match of a road, in the transaction that ends it."""
    road_id = road_of(row)
    if road_id is None or row.result is None:
        return
    found = connection.execute(sa.select(roads).where(roads.c.id == road_id).with_for_update()).one_or_none()
    if found is None:
        return
    stored = road_in(found)
    if stored.is_over or stored.current is None or stored.current["match"] != row.id:
        return
    winner = row.result.winner
    outcome: StepOutcome = "won" if winner == "A" else "lost" if winner == "B" else "draw"
    values = values_after(stored, stored.with_last(outcome=outcome), now)
    connection.execute(sa.update(roads).where(roads.c.id == road_id).values(values))
