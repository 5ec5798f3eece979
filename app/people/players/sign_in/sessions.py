"""Sessions: the browsers in which a guest is known, to be listed and ended one by one."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.people.players.models import sessions
from app.people.players.player import Player
from app.people.players.service import COOKIE_SECONDS, PlayerService


@dataclass(frozen=True, slots=True)
class Session:
    """A browser in which a guest is known; `id` is worth nothing without the site's signature."""

    id: str = field(repr=False)
    device: str
    created_at: float
    seen_at: float


class SessionService:
    """Lists and ends sessions; `players` begins them, and drops ended ones at once, at every worker."""

    def __init__(self, database: Database, writer: Writer, players: PlayerService) -> None:
        self._database = database
        self._writer = writer
        self._players = players

    async def of(self, player: Player) -> list[Session]:
        """Return a guest's sessions, the one seen last first."""
        query = sa.select(sessions).where(sessions.c.player_id == player.id)
        query = query.order_by(sessions.c.seen_at.desc(), sessions.c.created_at.desc(), sessions.c.id)
        return await self._database.all(query, lambda row: Session(row.id, row.device, row.created_at, row.seen_at))

    async def end(self, player: Player, session_id: str) -> None:
        """End one session of a guest; AppError(no_such_session)."""
        if not await self._end(player, sessions.c.id == session_id):
            raise AppError(Code.no_such_session)

    async def end_if_there(self, player: Player, session_id: str) -> None:
        """End one session of a guest; nothing if it has ended already."""
        await self._end(player, sessions.c.id == session_id)

    async def end_others(self, player: Player, session_id: str | None) -> int:
        """End all sessions of a guest but this one; returns their number."""
        return await self._end(player, sessions.c.id != (session_id or ""))

    async def _end(self, player: Player, which: sa.ColumnElement[bool]) -> int:
        gone = sa.delete(sessions).where(sessions.c.player_id == player.id, which)
        number = await self._writer.execute(gone)
        self._players.forget(player.id)
        return number


def forget_old_sessions(connection: sa.Connection) -> int:
    """Delete the sessions that have not been seen for as long as browsers keep a cookie; returns their number."""
    gone = sa.delete(sessions).where(sessions.c.seen_at < time.time() - COOKIE_SECONDS)
    return connection.execute(gone).rowcount
