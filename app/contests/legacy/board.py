"""The table of the road of a week: who came how far, read once every few seconds for everybody who looks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa
from cachetools import TTLCache

from app.base.store.database import Database
from app.base.tasks import SharedWork
from app.contests.legacy.models import roads
from app.people.players.models import players

SHOWN: Final = 100
FRESH_SECONDS: Final = 3.0
MAX_BOARDS: Final = 60


@dataclass(frozen=True, slots=True)
class RoadStanding:
    """A road in the table and its rank, which equal ones share."""

    rank: int
    road_id: str
    name: str
    won: int
    lives: int
    is_over: bool


class RoadBoards:
    """The tables of weeks, as one worker keeps them in memory."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.held: TTLCache[str, tuple[RoadStanding, ...]] = TTLCache(MAX_BOARDS, FRESH_SECONDS)
        self._reading = SharedWork[str, tuple[RoadStanding, ...]]()

    async def get(self, week: str) -> tuple[RoadStanding, ...]:
        """Return the table of a week, at most some seconds old: more islands rank first, then more lives left."""
        held = self.held.get(week)
        return await self._reading.get(week, lambda: self._read(week)) if held is None else held

    async def _read(self, week: str) -> tuple[RoadStanding, ...]:
        rank = sa.func.rank().over(order_by=(roads.c.won.desc(), roads.c.lives.desc())).label("rank")
        query = (
            sa.select(roads, players.c.name, rank)
            .join(players, players.c.id == roads.c.player_id)
            .where(roads.c.week == week)
            .order_by(rank, roads.c.created_at)
            .limit(SHOWN)
        )
        board = self.held[week] = tuple(
            RoadStanding(row.rank, row.id, row.name, row.won, row.lives, row.ended_at is not None)
            for row in await self._database.rows(query)
        )
        return board
