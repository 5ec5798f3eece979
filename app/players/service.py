"""Guests: created without a form, known again by a signed cookie (browsers) or a bearer token (programs)."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from typing import Final, NamedTuple

import sqlalchemy as sa
from itsdangerous import BadSignature, URLSafeTimedSerializer

from app.errors import AppError
from app.players.models import players
from app.players.names import clean_name
from app.players.player import Player
from app.store.database import Database
from app.store.group_commit import Writer

COOKIE_SECONDS: Final = 400 * 24 * 3600  # browsers keep none longer
CACHED: Final = 20_000
NOTE_EVERY: Final = 24 * 3600.0  # seconds between two notes that a guest is still about

_INSERT = sa.insert(players)


def _hash(token: str) -> bytes:
    # Tokens are 256 random bits: a fast hash is enough, there is nothing to guess.
    return hashlib.sha256(token.encode()).digest()


class Known(NamedTuple):
    """A guest, and when it was read, by the steady clock."""

    player: Player
    at: float


class PlayerService:
    """The only writer of players."""

    def __init__(self, database: Database, writer: Writer, secret: str) -> None:
        self._database = database
        self._writer = writer
        self._signer = URLSafeTimedSerializer(secret, salt="guest")
        self._by_key: OrderedDict[str | bytes, Known] = OrderedDict()

    async def create(self, name: str | None) -> Player:
        """Return a new guest for a browser; `cookie_of` makes the cookie that proves it."""
        return await self._create(name, None)

    async def create_with_token(self, name: str | None) -> tuple[Player, str]:
        """Return a new guest for a program, and its token, which is stored hashed and cannot be shown again."""
        token = secrets.token_urlsafe(32)
        return await self._create(name, _hash(token)), token

    async def _create(self, name: str | None, token_hash: bytes | None) -> Player:
        player = Player(secrets.token_urlsafe(15), clean_name(name))
        now = time.time()
        row = {"id": player.id, "name": player.name, "token_hash": token_hash, "created_at": now, "seen_at": now}
        await self._writer.row(_INSERT, row)
        return player

    async def rename(self, player: Player, name: str | None) -> Player:
        """Return the same guest under another name; matches already joined keep the old one."""
        renamed = Player(player.id, clean_name(name))
        change = sa.update(players).where(players.c.id == player.id).values(name=renamed.name)
        await self._writer.job(lambda connection: connection.execute(change))
        self._by_key.clear()
        return renamed

    def cookie_of(self, player: Player) -> str:
        """Return the signed value of the guest's cookie."""
        return self._signer.dumps(player.id)

    async def by_cookie(self, value: str | None) -> Player | None:
        """Return the guest of a cookie; None for a missing or forged one.

        Its age is not asked: a clock that is set wrong for a moment must cost nobody a seat.
        """
        if not value:
            return None
        try:
            player_id = self._signer.loads(value)
        except BadSignature:
            return None
        return await self._find(str(player_id), players.c.id == str(player_id))

    async def by_token(self, token: str) -> Player | None:
        """Return the guest of a bearer token; None for an unknown one."""
        try:
            hashed = _hash(token)
        except UnicodeEncodeError:
            return None
        return await self._find(hashed, players.c.token_hash == hashed)

    async def _find(self, key: str | bytes, where: sa.ColumnElement[bool]) -> Player | None:
        known = self._by_key.get(key)
        if known is not None and time.monotonic() - known.at < NOTE_EVERY:
            self._by_key.move_to_end(key)
            return known.player
        query = sa.select(players.c.id, players.c.name, players.c.seen_at).where(where)
        row = await self._database.read(lambda connection: connection.execute(query).one_or_none())
        if row is None or not await self._note(row.id, row.seen_at):
            self._by_key.pop(key, None)
            return None
        self._by_key[key] = Known(Player(row.id, row.name), time.monotonic())
        if len(self._by_key) > CACHED:
            self._by_key.popitem(last=False)
        return self._by_key[key].player

    async def _note(self, player_id: str, seen_at: float) -> bool:
        """Note that a guest is about, if that is not known; False if it has been cleared away meanwhile.

        Whoever was noted is not cleared away for long, so that what it does next finds it there.
        """
        now = time.time()
        if abs(now - seen_at) < NOTE_EVERY:
            return True
        change = sa.update(players).where(players.c.id == player_id).values(seen_at=now)
        try:
            return bool(await self._writer.job(lambda connection: connection.execute(change).rowcount))
        except AppError:
            return True  # nothing can be written now, and so nobody be cleared away
