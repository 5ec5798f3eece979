"""Tickets: permissions that work once, for some minutes, at any worker. Stored hashed."""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import Final, Literal

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.store.group_commit import Writer
from app.people.players.models import tickets

Purpose = Literal["new passkey", "passkey", "become", "device", "moderator"]

VALID_SECONDS: Final = 600.0


class TicketService:
    """Gives out tickets and takes them back."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def issue(
        self, purpose: Purpose, player_id: str | None = None, *, seconds: float = VALID_SECONDS, alone: bool = False
    ) -> str:
        """Return a new ticket, perhaps for a certain player; expired ones are deleted. `alone`: the player's earlier
        tickets for this purpose are invalid from now on."""
        ticket, now = secrets.token_urlsafe(32), time.time()
        row = {"hash": _hash(ticket), "purpose": purpose, "player_id": player_id, "expires_at": now + seconds}

        def write(connection: sa.Connection) -> None:
            earlier = sa.and_(tickets.c.purpose == purpose, tickets.c.player_id == player_id)
            gone = sa.or_(tickets.c.expires_at < now, earlier) if alone else tickets.c.expires_at < now
            connection.execute(sa.delete(tickets).where(gone))
            connection.execute(sa.insert(tickets), row)

        await self._writer.job(write)
        return ticket

    async def take(self, purpose: Purpose, ticket: str) -> str | None:
        """Use up a ticket, and return its guest; AppError(ticket_expired) for an old or unknown one."""
        mine = sa.and_(tickets.c.hash == _hash(ticket), tickets.c.purpose == purpose)
        taken = sa.delete(tickets).where(mine).returning(tickets.c.player_id, tickets.c.expires_at)
        row = await self._writer.job(lambda connection: connection.execute(taken).one_or_none())
        if row is None or row.expires_at < time.time():
            raise AppError(Code.ticket_expired)
        player_id: str | None = row.player_id
        return player_id


def _hash(ticket: str) -> bytes:
    # 256 random bits: a fast hash is enough. Text that cannot be encoded is no ticket either.
    return hashlib.sha256(ticket[:200].encode("utf-8", "replace")).digest()
