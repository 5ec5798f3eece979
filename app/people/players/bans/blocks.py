"""Blocked players: the blocker sees none of their words, and the two are not seated at one table."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from app.base.errors import AppError, Code
from app.base.signals import Signal
from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.base.store.ids import new_id
from app.people.players.models import blocks
from app.people.players.player import Player

MAX_BLOCKS: Final = 500  # of one player


class Block(NamedTuple):
    """A blocked player as the blocker may see them: not by their id, which is a secret."""

    id: str
    name: str
    at: float


class Blocks:
    """The only writer of blocks. `on_change` is called with the player whose blocks have changed here."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer
        self.on_change = Signal[[str]]()

    async def block(self, player: Player, other: Player) -> None:
        """Block a player; again changes nothing. AppError: not_yourself, too_many_blocks."""
        if player.id == other.id:
            raise AppError(Code.not_yourself)
        row = {"id": new_id(), "player_id": player.id, "blocked_id": other.id, "name": other.name, "at": time.time()}
        try:
            await self._writer.job(lambda connection: _insert(connection, row))
        except IntegrityError:
            return  # blocked already
        self.on_change(player.id)

    async def unblock(self, player: Player, block_id: str) -> None:
        """Lift a block; AppError(no_such_block)."""
        gone = sa.delete(blocks).where(blocks.c.id == block_id, blocks.c.player_id == player.id)
        if not await self._writer.execute(gone):
            raise AppError(Code.no_such_block)
        self.on_change(player.id)

    async def of(self, player: Player) -> list[Block]:
        """Return the players blocked by a player, the last first."""
        query = (
            sa.select(blocks.c.id, blocks.c.name, blocks.c.at)
            .where(blocks.c.player_id == player.id)
            .order_by(blocks.c.at.desc(), blocks.c.id)
        )
        rows = await self._database.rows(query)
        return [Block(row.id, row.name, row.at) for row in rows]

    async def check_between(self, player: Player, others: Iterable[Player]) -> None:
        """Raise AppError(blocked) where one of them has blocked the other, whichever way."""
        if await self.apart(player.id, [other.id for other in others]):
            raise AppError(Code.blocked)

    async def apart(self, player_id: str, others: Iterable[str]) -> set[str]:
        """Return those of `others` who may not share a table with this player: blocked by either side."""
        ids = list(others)
        mine = sa.select(blocks.c.blocked_id).where(blocks.c.player_id == player_id, blocks.c.blocked_id.in_(ids))
        blocking = sa.select(blocks.c.player_id).where(blocks.c.blocked_id == player_id, blocks.c.player_id.in_(ids))
        query = sa.union(mine, blocking)
        return set(await self._database.values(query))


def blocked_by_any(others: sa.Select[str], player: str) -> sa.ColumnElement[bool]:
    """Return the condition that one of these players and another one, by the name of a parameter, are apart."""
    mine: sa.BindParameter[str] = sa.bindparam(player)
    return sa.exists().where(
        sa.or_(
            sa.and_(blocks.c.player_id == mine, blocks.c.blocked_id.in_(others)),
            sa.and_(blocks.c.blocked_id == mine, blocks.c.player_id.in_(others)),
        )
    )


def _insert(connection: sa.Connection, row: dict[str, object]) -> None:
    counted = sa.select(sa.func.count()).select_from(blocks).where(blocks.c.player_id == row["player_id"])
    if connection.execute(counted).scalar_one() >= MAX_BLOCKS:
        raise AppError(Code.too_many_blocks, most=MAX_BLOCKS)
    connection.execute(sa.insert(blocks).values(row))
