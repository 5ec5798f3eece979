"""The table of a deal: the best tries, read once every few seconds for everybody who looks."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Final

import sqlalchemy as sa
from cachetools import TTLCache
from markupsafe import Markup

from app.base.store.database import Database
from app.base.tasks import SharedWork
from app.contests.deals.models import deals, tries
from app.contests.deals.results import DealTry, try_of
from app.people.players.models import players

SHOWN: Final = 100
FRESH_SECONDS: Final = 3.0
MAX_BOARDS: Final = 200


@dataclass(frozen=True, slots=True)
class RankedTry:
    """A try in the table, and its place; equal results share one."""

    rank: int
    result: DealTry


@dataclass(frozen=True, slots=True)
class DealBoard:
    """The best tries of a deal, and how many have finished it, as they were at `read_at` (seconds since 1970).

    `won_by` is the level of the computer that won it before its day. `drawn` holds the table as HTML, once drawn.
    """

    lines: tuple[RankedTry, ...] = ()
    finished: int = 0
    won_by: int | None = None
    read_at: float = 0.0
    drawn: dict[tuple[str, bool], Markup] = field(default_factory=dict, compare=False)


class DealBoards:
    """The result tables of deals, as one worker keeps them in memory."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.held: TTLCache[str, DealBoard] = TTLCache(MAX_BOARDS, FRESH_SECONDS)
        self._reading = SharedWork[str, DealBoard]()

    async def get(self, deal_id: str, since: float = 0.0) -> DealBoard:
        """Return the table of a deal, at most some seconds old, and read after `since`: the end of the viewer's try."""
        held = self.held.get(deal_id)
        if held is not None and held.read_at > since:
            return held
        return await self._reading.get(deal_id, lambda: self._read(deal_id))

    async def _read(self, deal_id: str) -> DealBoard:
        board = self.held[deal_id] = await self._database.read(lambda connection: _board(connection, deal_id))
        return board


def _board(connection: sa.Connection, deal_id: str) -> DealBoard:
    ranked = sa.and_(tries.c.deal_id == deal_id, tries.c.counts, tries.c.outcome.is_not(None))
    rank = sa.func.rank().over(order_by=tries.c.score.desc()).label("rank")
    whole = sa.func.count().over().label("whole")
    query = (
        sa.select(tries, players.c.name, rank, whole)
        .join(players, players.c.id == tries.c.player_id)
        .where(ranked)
        .order_by(tries.c.score.desc(), tries.c.ended_at)
        .limit(SHOWN)
    )
    now = time.time()
    rows = connection.execute(query).all()
    won_by = connection.execute(sa.select(deals.c.won_by).where(deals.c.id == deal_id)).scalar()
    lines = tuple(RankedTry(row.rank, try_of(row, row.name)) for row in rows)
    return DealBoard(lines, rows[0].whole if rows else 0, won_by, now)
