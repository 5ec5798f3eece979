"""Invitations: needed to open tables on a site that requires them. A code is shown once, when it is made, and kept
hashed.

Guests with a room link need none: they sit down, play, and play again.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.seconds import DAY
from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.base.store.ids import new_id
from app.people.players.models import LABEL_LENGTH, invited, invites
from app.people.players.names import clean_text
from app.people.players.player import Player

MAX_CODE: Final = 64

_INSERT: Final = sa.insert(invites)


@dataclass(frozen=True, slots=True)
class Invite:
    """An invitation without its code: what it is for, how often it was accepted and still can be, until when."""

    id: str
    label: str
    used: int
    uses_left: int
    expires_at: float

    @property
    def is_open(self) -> bool:
        """True if the invite can still be accepted."""
        return self.uses_left > 0 and self.expires_at > time.time()


class InviteService:
    """Makes, counts and withdraws invitations. `required`: whether this site needs them at all."""

    def __init__(self, database: Database, writer: Writer, *, required: bool) -> None:
        self._database = database
        self._writer = writer
        self.required = required

    async def mint(self, label: str, uses: int, days: int) -> str:
        """Return a new invitation for so many people within so many days; its code, which cannot be shown again."""
        code = new_id()
        now = time.time()
        row = {
            "id": new_id(),
            "code_hash": _hash(code),
            "label": clean_text(label, LABEL_LENGTH),
            "uses_left": uses,
            "expires_at": now + days * DAY,
            "created_at": now,
        }
        await self._writer.row(_INSERT, row)
        return code

    async def all(self) -> list[Invite]:
        """Return every invitation, the newest first."""
        used = sa.select(sa.func.count()).where(invited.c.invite_id == invites.c.id).scalar_subquery()
        query = sa.select(invites, used.label("used")).order_by(invites.c.created_at.desc(), invites.c.id)
        return await self._database.all(
            query, lambda row: Invite(row.id, row.label, row.used, row.uses_left, row.expires_at)
        )

    async def withdraw(self, invite_id: str) -> None:
        """Withdraw an invitation, also from those who have accepted it; their matches stay."""
        gone = sa.delete(invites).where(invites.c.id == invite_id)
        await self._writer.execute(gone)

    async def accept(self, player: Player, code: str) -> None:
        """Let the player open tables from now on; AppError(no_such_invite). Accepting once is enough."""

        def write(connection: sa.Connection) -> None:
            if connection.execute(_right_of(player)).one_or_none() is None:
                _use(connection, player, code)

        await self._writer.job(write)

    async def may_open(self, player: Player | None) -> bool:
        """True if this visitor may open tables."""
        if not self.required:
            return True
        if player is None:
            return False
        found = await self._database.row(_right_of(player))
        return found is not None

    async def check(self, player: Player) -> None:
        """Raise AppError(invite_needed) for a player who may not open tables."""
        if not await self.may_open(player):
            raise AppError(Code.invite_needed)


def _hash(code: str) -> bytes:
    # 96 random bits: a fast hash is enough. Text that cannot be encoded is no code either.
    return hashlib.sha256(code.strip()[:MAX_CODE].encode("utf-8", "replace")).digest()


def _right_of(player: Player) -> sa.Select[str]:
    return sa.select(invited.c.invite_id).where(invited.c.player_id == player.id)


def _use(connection: sa.Connection, player: Player, code: str) -> None:
    now = time.time()
    usable = sa.and_(invites.c.code_hash == _hash(code), invites.c.uses_left > 0, invites.c.expires_at > now)
    taken = sa.update(invites).where(usable).values(uses_left=invites.c.uses_left - 1).returning(invites.c.id)
    row = connection.execute(taken).one_or_none()
    if row is None:
        raise AppError(Code.no_such_invite)
    connection.execute(sa.insert(invited).values(player_id=player.id, invite_id=row.id, at=now))
