"""Passkeys: made in one browser, known to all that share them, and used without a name or a password."""

from __future__ import annotations

import asyncio
import hashlib
import time
from dataclasses import dataclass
from importlib import import_module
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from app.base.errors import AppError, Code
from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.people.players.models import passkeys, players
from app.people.players.player import Player
from app.people.players.sign_in.relying_party import RelyingParty
from app.people.players.sign_in.tickets import TicketService

MAX_PASSKEYS: Final = 20  # of one guest


@dataclass(frozen=True, slots=True)
class Passkey:
    """A passkey as its guest sees it: where and when it was made, and when it was last used."""

    id: str
    device: str
    created_at: float
    used_at: float


class PasskeyService:
    """Keeps passkeys. Each challenge is a ticket: good once, for some minutes, at any worker."""

    def __init__(self, database: Database, writer: Writer, tickets: TicketService) -> None:
        self._database = database
        self._writer = writer
        self._tickets = tickets

    async def of(self, player: Player) -> list[Passkey]:
        """Return a guest's passkeys, the oldest first."""
        query = sa.select(passkeys).where(passkeys.c.player_id == player.id).order_by(passkeys.c.created_at)
        return await self._database.all(query, lambda row: Passkey(row.id, row.device, row.created_at, row.used_at))

    async def options_for_new(self, player: Player, party: RelyingParty) -> bytes:
        """Return the options for the guest's browser to make a passkey, as JSON; AppError(too_many_passkeys)."""
        known = [passkey.id for passkey in await self.of(player)]
        if len(known) >= MAX_PASSKEYS:
            raise AppError(Code.too_many_passkeys, most=MAX_PASSKEYS)
        challenge = await self._tickets.issue("new passkey", player.id)
        # The authenticator keeps this with the passkey: it distinguishes two guests of one person.
        handle = hashlib.sha256(f"passkey {player.id}".encode()).digest()
        await _load_library()
        from app.people.players.sign_in import ceremonies

        return ceremonies.new_options(party, handle, player.name, challenge.encode(), known)

    async def add(self, player: Player, party: RelyingParty, credential: dict[str, object], device: str) -> Passkey:
        """Store the passkey that a browser has made; AppError: passkey_refused, ticket_expired."""
        await _load_library()
        from app.people.players.sign_in import ceremonies

        challenge = ceremonies.challenge_in(credential)
        owner = await self._tickets.take("new passkey", challenge.decode("ascii", "replace"))
        if owner != player.id:
            raise AppError(Code.passkey_refused)
        made = ceremonies.check_new(party, credential, challenge)
        now = time.time()
        row = {
            "id": made.id,
            "player_id": player.id,
            "public_key": made.public_key,
            "signed": made.signed,
            "device": device,
            "created_at": now,
            "used_at": now,
        }
        try:
            await self._writer.row(sa.insert(passkeys), row)
        except IntegrityError as error:
            raise AppError(Code.passkey_refused) from error
        return Passkey(made.id, device, now, now)

    async def options_for_use(self, party: RelyingParty) -> bytes:
        """Return the options for any browser to sign in with a passkey, as JSON."""
        challenge = await self._tickets.issue("passkey")
        await _load_library()
        from app.people.players.sign_in import ceremonies

        return ceremonies.use_options(party, challenge.encode())

    async def player_of(self, party: RelyingParty, credential: dict[str, object]) -> Player:
        """Return the guest whose passkey has signed; AppError: passkey_refused, ticket_expired, no_such_passkey."""
        await _load_library()
        from app.people.players.sign_in import ceremonies

        challenge = ceremonies.challenge_in(credential)
        await self._tickets.take("passkey", challenge.decode("ascii", "replace"))
        query = (
            sa.select(passkeys.c.id, passkeys.c.public_key, passkeys.c.signed, passkeys.c.player_id, players.c.name)
            .join_from(passkeys, players, players.c.id == passkeys.c.player_id)
            .where(passkeys.c.id == str(credential.get("id")))
        )
        row = await self._database.row(query)
        if row is None:
            raise AppError(Code.no_such_passkey)
        signed = ceremonies.check_use(party, credential, challenge, row.public_key, row.signed)
        used = sa.update(passkeys).where(passkeys.c.id == row.id).values(signed=signed, used_at=time.time())
        await self._writer.execute(used)
        return Player(row.player_id, row.name)

    async def remove(self, player: Player, passkey_id: str) -> None:
        """Delete one of a guest's passkeys; AppError(no_such_passkey)."""
        mine = sa.and_(passkeys.c.player_id == player.id, passkeys.c.id == passkey_id)
        gone = sa.delete(passkeys).where(mine)
        if not await self._writer.execute(gone):
            raise AppError(Code.no_such_passkey)


async def _load_library() -> None:
    """Load the library in a thread: it takes 0.1 s the first time."""
    await asyncio.to_thread(import_module, "app.people.players.sign_in.ceremonies")
