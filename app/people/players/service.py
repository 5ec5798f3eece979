"""Guests: created without a form, known again by a signed cookie (browsers) or a bearer token (programs).

A worker reads a guest again after some seconds, or at once after a hint from another worker.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeAlias

import sqlalchemy as sa
from itsdangerous import BadSignature, URLSafeTimedSerializer

from app.base.errors import AppError
from app.base.seconds import DAY
from app.base.signals import Signal
from app.base.store.database import Database, StoredRow
from app.base.store.group_commit import Writer
from app.base.store.ids import new_token
from app.people.players.models import bot_accounts, is_program, players, sessions, tickets, tokens
from app.people.players.names import clean_name
from app.people.players.player import Player
from app.people.players.preference_service import chosen_by, face_in
from app.people.players.scopes import EVERYTHING, Scopes, read_scopes

COOKIE_SECONDS: Final = 400 * DAY  # browsers keep none longer
CACHED: Final = 20_000
FRESH: Final = 10.0  # seconds for which a worker caches a guest
SEEN_SECONDS: Final = DAY  # seconds between two updates of when a guest was seen

_INSERT = sa.insert(players)
_BEGIN = sa.insert(sessions)
_ADD_BOT = sa.insert(bot_accounts)
PROGRAM: Final = is_program(players.c.id)
WHO: Final = (players.c.id, players.c.name, PROGRAM, chosen_by(players.c.id))
_TOKEN: Final = sa.bindparam("key", type_=sa.LargeBinary)
# The token that came with a guest of the API does everything.
_BY_FIRST_TOKEN = sa.select(
    *WHO, players.c.seen_at, players.c.seen_at.label("here_at"), sa.null().label("scopes"), sa.null().label("place")
).where(players.c.token_hash == _TOKEN)
_BY_TOKEN = (
    sa.select(*WHO, players.c.seen_at, tokens.c.used_at.label("here_at"), tokens.c.scopes, tokens.c.id.label("place"))
    .join_from(tokens, players, players.c.id == tokens.c.player_id)
    .where(tokens.c.hash == _TOKEN)
)
_BY_SESSION = (
    sa.select(
        *WHO,
        players.c.seen_at,
        sessions.c.seen_at.label("here_at"),
        sa.null().label("scopes"),
        sessions.c.id.label("place"),
    )
    .join_from(sessions, players, players.c.id == sessions.c.player_id)
    .where(sessions.c.id == sa.bindparam("key"))
)


def player_of(row: StoredRow) -> Player:
    """Return the guest of a row with the columns `WHO`."""
    return Player(row.id, row.name, row.program, face_in(row.chosen))


def hash_of(token: str) -> bytes:
    """Return the hash under which a secret is stored; UnicodeEncodeError for text that cannot be one."""
    # Tokens are 256 random bits, recovery codes 125: a fast hash is enough, there is nothing to guess.
    return hashlib.sha256(token.encode()).digest()


_Query: TypeAlias = sa.Select[Any]
IdentityKey: TypeAlias = str | bytes
"""The stored proof of an identity: a session's id, or the hash of a token."""
_KEYS: Final[sa.BindParameter[IdentityKey]] = sa.bindparam("keys", expanding=True)
_OWNERS_OF_SESSIONS: Final = sa.select(sessions.c.id, sessions.c.player_id).where(sessions.c.id.in_(_KEYS))
_OWNERS_OF_TOKENS: Final = (
    sa.select(players.c.token_hash, players.c.id).where(players.c.token_hash.in_(_KEYS)),
    sa.select(tokens.c.hash, tokens.c.player_id).where(tokens.c.hash.in_(_KEYS)),
)
BATCH_SIZE: Final = 500  # SQLite has a limit


def end_proofs(connection: sa.Connection, player_id: str) -> None:
    """End what leads to a guest that somebody takes over: sessions, tokens and tickets, of which there may be copies in
    other hands. Tokens of their bots stay."""
    for table in (sessions, tokens, tickets):
        connection.execute(sa.delete(table).where(table.c.player_id == player_id))
    connection.execute(sa.update(players).where(players.c.id == player_id).values(token_hash=None))


def proven_player(used: sa.Executable) -> Callable[[sa.Connection], Player | None]:
    """Return the work of an update that marks a proof as used and returns its player's id; None: there is no such."""

    def write(connection: sa.Connection) -> Player | None:
        player_id = connection.execute(used).scalar_one_or_none()
        if player_id is None:
            return None
        name = connection.execute(sa.select(players.c.name).where(players.c.id == player_id)).scalar_one()
        return Player(player_id, name)

    return write


class CachedGuest(NamedTuple):
    """A guest, the scopes and the key of the proof, and when it was read, by the steady clock."""

    player: Player
    scopes: Scopes
    key: IdentityKey
    at: float


class PlayerService:
    """The only writer of players."""

    def __init__(
        self, database: Database, writer: Writer, secret: str, notify: Callable[[str], None] = lambda player_id: None
    ) -> None:
        """`notify` sends the id of a changed guest to the other workers, which `drop_cached` it.

        `on_change` is called at every worker, whichever made the change.
        """
        self._database = database
        self._writer = writer
        self._notify = notify
        self.on_change = Signal[[str]]()
        self._signer = URLSafeTimedSerializer(secret, salt="guest")
        self._by_key: OrderedDict[IdentityKey, CachedGuest] = OrderedDict()

    async def create(self, name: str | None) -> Player:
        """Return a new guest for a browser; `begin_session` makes the cookie that proves it."""
        return await self._create(name, None)

    async def create_with_token(self, name: str | None, *, program: bool = False) -> tuple[Player, str]:
        """Return a new guest for a program, and its token, which is stored hashed and cannot be shown again.

        `program` makes it a bot account that nobody owns.
        """
        token = new_token()
        return await self._create(name, hash_of(token), program=program), token

    async def create_bot(self, owner: Player, name: str | None) -> Player:
        """Return a new bot account, whose owner makes tokens for it."""
        return await self._create(name, None, program=True, owner=owner)

    async def _create(
        self, name: str | None, token_hash: bytes | None, *, program: bool = False, owner: Player | None = None
    ) -> Player:
        player = Player(secrets.token_urlsafe(15), clean_name(name), program)
        now = time.time()
        row = {"id": player.id, "name": player.name, "token_hash": token_hash, "created_at": now, "seen_at": now}
        if not program:
            await self._writer.row(_INSERT, row)
            return player
        account = {"player_id": player.id, "owner_id": owner.id if owner else None, "created_at": now}

        def write(connection: sa.Connection) -> None:
            connection.execute(_INSERT, row)
            connection.execute(_ADD_BOT, account)

        await self._writer.job(write)
        return player

    async def rename(self, player: Player, name: str | None) -> Player:
        """Return the guest under another name; matches already joined keep the old one."""
        renamed = replace(player, name=clean_name(name))
        change = sa.update(players).where(players.c.id == player.id).values(name=renamed.name)
        await self._writer.execute(change)
        self.forget(player.id)
        return renamed

    def forget(self, player_id: str) -> None:
        """Have every worker reload a guest, whose name, sessions or tokens have changed."""
        self.drop_cached(player_id)
        self._notify(player_id)

    def drop_cached(self, player_id: str) -> None:
        """Drop what this worker has cached of a guest."""
        for key in [key for key, known in self._by_key.items() if known.player.id == player_id]:
            del self._by_key[key]
        self.on_change(player_id)

    async def begin_session(self, player: Player, device: str = "", instead_of: str | None = None) -> str:
        """Return the value of a cookie by which a browser is signed in as this guest, until the session ends; the
        session `instead_of` ends now."""
        session_id, now = secrets.token_urlsafe(15), time.time()
        row = {"id": session_id, "player_id": player.id, "device": device, "created_at": now, "seen_at": now}
        if instead_of is None:
            await self._writer.row(_BEGIN, row)
            return self.cookie_of(session_id)
        ended = sa.delete(sessions).where(sessions.c.id == instead_of).returning(sessions.c.player_id)

        def write(connection: sa.Connection) -> str | None:
            connection.execute(_BEGIN, row)
            return connection.execute(ended).scalar_one_or_none()

        if (whose := await self._writer.job(write)) is not None:
            self.forget(whose)
        return self.cookie_of(session_id)

    def cookie_of(self, session_id: str) -> str:
        """Return the signed value of a session's cookie."""
        return self._signer.dumps(session_id)

    def session_of(self, value: str | None) -> str | None:
        """Return the session that a cookie names, which perhaps has ended; None for a missing or forged one."""
        if not value:
            return None
        try:
            return str(self._signer.loads(value))
        except BadSignature:
            return None

    async def by_cookie(self, value: str | None) -> Player | None:
        """Return the guest of a cookie; None for a missing or forged one, and for one whose session has ended."""
        known = await self.known_by_cookie(value)
        return known.player if known else None

    async def known_by_cookie(self, value: str | None) -> CachedGuest | None:
        """Return the known guest whose session this cookie holds.

        Its age does not matter: a clock that is wrong for a moment must cost nobody a seat.
        """
        session_id = self.session_of(value)
        return None if session_id is None else await self._find(session_id, _BY_SESSION, sessions.c.seen_at)

    async def owners(self, keys: Collection[IdentityKey]) -> dict[IdentityKey, str]:
        """Return the ids of the players these keys identify now, read from the database."""
        session_ids = [key for key in keys if isinstance(key, str)]
        hashes = [key for key in keys if isinstance(key, bytes)]

        def read(connection: sa.Connection) -> dict[IdentityKey, str]:
            found: dict[IdentityKey, str] = {}
            for queries, wanted in (((_OWNERS_OF_SESSIONS,), session_ids), (_OWNERS_OF_TOKENS, hashes)):
                for start in range(0, len(wanted), BATCH_SIZE):
                    for query in queries:
                        rows = connection.execute(query, {"keys": wanted[start : start + BATCH_SIZE]})
                        found.update((key, player_id) for key, player_id in rows)
            return found

        return await self._database.read(read)

    async def by_id(self, player_id: str) -> Player | None:
        """Return a guest by id; None if deleted."""
        row = await self._database.row(sa.select(*WHO).where(players.c.id == player_id))
        return None if row is None else player_of(row)

    async def by_token(self, token: str) -> CachedGuest | None:
        """Return the guest of a bearer token, and its scopes; None for an unknown or ended one."""
        try:
            hashed = hash_of(token)
        except UnicodeEncodeError:
            return None
        first = await self._find(hashed, _BY_FIRST_TOKEN, None)
        return first or await self._find(hashed, _BY_TOKEN, tokens.c.used_at)

    async def _find(self, key: IdentityKey, query: _Query, seen: sa.Column[float] | None) -> CachedGuest | None:
        """Return the guest of a key; `seen` is the column of its last use, None where the guest's own is used."""
        known = self._by_key.get(key)
        if known is not None and time.monotonic() - known.at < FRESH:
            self._by_key.move_to_end(key)
            return known
        row = await self._database.read_autocommit(
            lambda connection: connection.execute(query, {"key": key}).one_or_none()
        )
        if row is None or not await self._mark_seen(row.id, seen, row.place, min(row.seen_at, row.here_at)):
            self._by_key.pop(key, None)
            return None
        scopes = EVERYTHING if row.scopes is None else read_scopes(row.scopes)
        known = self._by_key[key] = CachedGuest(player_of(row), scopes, key, time.monotonic())
        if len(self._by_key) > CACHED:
            self._by_key.popitem(last=False)
        return known

    async def _mark_seen(
        self, player_id: str, seen: sa.Column[float] | None, row_id: str | None, seen_at: float
    ) -> bool:
        """Update `seen_at` unless it is recent; False if the guest has been cleaned up meanwhile.

        A guest seen lately is not cleaned up for long, so that its next request still finds it.
        """
        now = time.time()
        if abs(now - seen_at) < SEEN_SECONDS:
            return True
        change = sa.update(players).where(players.c.id == player_id).values(seen_at=now)

        def write(connection: sa.Connection) -> bool:
            if seen is not None:
                own_seen = sa.update(seen.table).where(seen.table.c.id == row_id).values({seen.name: now})
                if not connection.execute(own_seen).rowcount:
                    return False
            return bool(connection.execute(change).rowcount)

        try:
            return await self._writer.job(write)
        except AppError:
            return True  # the database cannot be written, so that nobody is cleaned up either
