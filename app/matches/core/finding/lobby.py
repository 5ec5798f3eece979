"""The lobby: open tables, only those whose host is connected, or was a moment ago, and few of any one guest or address;
and public matches that are being played."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.live.models import presence
from app.base.signals import Signal
from app.base.store.database import Database, Query
from app.base.store.group_commit import Writer
from app.matches.core.finding import challenge_rows, spoken_codes
from app.matches.core.finding.challenge_rows import Challenge
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.match_row import MatchRow
from app.matches.core.storage import store
from app.matches.core.storage.models import match_row_of, matches, select_matches, waiting
from app.matches.core.storage.seats import OPPOSITE, with_opponent
from app.people.players.models import blocks
from engine.seat import Viewer

GONE_AFTER: Final = 30.0  # seconds for which the table of a host who has left is still shown: a tunnel, a reload
OF_PLAYER: Final = 3  # tables of one guest that are shown at a time
OF_ADDRESS: Final = 10  # and of one address: a class that plays among itself sends links
SEEN_SECONDS: Final = 10.0  # seconds between two writes that a program still asks for its table
LISTED: Final = 50  # open tables
WATCHED: Final = 20  # matches to watch
PLAYED_OUT: Final = 4
MAX_CODES: Final = 1_000
QUICK_LOCK: Final = 20_221_122  # the number of this lock in PostgreSQL


class LobbyNow(NamedTuple):
    """A snapshot of the lobby: open tables, the newest first, and public matches whose players are there.

    `games`: which of the tables a quick match would take, by id, and their games.
    `challenges`: those who are asked to sit down, by their ids, and at which tables.
    `until`: when the next table falls off the list unless its host comes back, in seconds since 1970; None: none does.
    """

    tables: tuple[MatchRow, ...] = ()
    watched: tuple[MatchRow, ...] = ()
    until: float | None = None
    games: Mapping[str, str] = {}
    challenges: Mapping[str, tuple[Challenge, ...]] = {}


@dataclass(frozen=True, slots=True)
class Listing:
    """The listing of a new table: the hash of its host's address, the game if nothing special was chosen (`quick.py`).

    `passed`, for a quick match: a table that waits for the same game is taken instead, unless it is one of these.
    `challenge` is a row that is stored with it, all but the match's id.
    """

    address: str | None = None
    game: str | None = None
    passed: frozenset[str] | None = None
    challenge: Mapping[str, object] | None = None


NOT_LISTED: Final = Listing()


class Lobby:
    """The public tables that wait for an opponent, and the words by which each table is found.

    `on_change` is called when something of it has changed here, `on_stale` when it may have at another worker.
    """

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer
        self._last_seen: dict[str, float] = {}
        self._codes = OrderedDict[str, str]()  # of tables that were opened here
        self.on_change = Signal[[]]()
        self.on_stale = Signal[[]]()

    async def tables(self, limit: int) -> list[MatchRow]:
        """Return the tables to be shown, the newest first."""
        query = _shown(time.time()).limit(limit)
        return await self._database.all(query, match_row_of)

    async def watched(self, limit: int) -> list[MatchRow]:
        """Return the public matches in play of which a player is there, the latest first."""
        query = _in_play().limit(limit)
        return await self._database.all(query, match_row_of)

    async def played_out(self) -> list[MatchRow]:
        """Return the last public duels that were played to their end, all of whose cards anybody may see."""
        ended = sa.and_(matches.c.public, matches.c.status == "over", matches.c.reason == "fort")
        query = select_matches().where(ended).order_by(matches.c.finished_at.desc()).limit(PLAYED_OUT)
        found = await self._database.all(query, match_row_of)
        return [row for row in found if not row.is_sealed]

    async def now(self) -> LobbyNow:
        """Return all of it as one moment has it."""
        return await self._database.read(_now)

    async def open(self, row: MatchRow, listing: Listing) -> str | None:
        """Store a new table, and return None; for a quick match the id of a table that is to be taken instead.

        AppError(too_many_tables) where it is public and its host or the address has enough of them.
        """
        match_id, host = row.id, row.guests[0].id
        quick = listing.passed is not None
        entry = {"match_id": match_id, "player_id": host, "address": listing.address, "seen_at": row.created_at}
        entry |= {"game": listing.game, "quick": quick}

        def write(connection: sa.Connection) -> str | None:
            if quick:
                _one_after_the_other(connection)
                if (found := _same_game(connection, host, listing)) is not None:
                    return found
            if row.public:
                _check(connection, waiting.c.player_id == host, OF_PLAYER)
                if listing.address is not None:
                    _check(connection, waiting.c.address == listing.address, OF_ADDRESS)
            store.insert(connection, row)
            if row.public:
                connection.execute(sa.insert(waiting).values(entry))
            if listing.challenge is not None:
                challenge_rows.add(connection, match_id, listing.challenge)
            given.append(spoken_codes.give(connection, match_id))
            return None

        def publish(found: str | None) -> str | None:
            if row.public or listing.challenge is not None:
                self.on_change()
            return found

        given: list[str] = []
        found = await self._writer.job(write, publish)
        if found is None:
            self._codes[match_id] = given[-1]
            if len(self._codes) > MAX_CODES:
                self._codes.popitem(last=False)
        return found

    async def see(self, match_id: str, player_id: str) -> str | None:
        """As `challenge_rows.see`."""
        return await self._writer.job(lambda connection: challenge_rows.see(connection, match_id, player_id))

    async def same_game(self, match_id: str, host: str) -> str | None:
        """Return another table that waits for the same game as this one, if this was opened for a quick match."""

        def read(connection: sa.Connection) -> str | None:
            own = sa.select(waiting.c.game).where(waiting.c.match_id == match_id, waiting.c.quick)
            game = connection.execute(own).scalar_one_or_none()
            listing = Listing(game=game, passed=frozenset({match_id}))
            return None if game is None else _same_game(connection, host, listing)

        return await self._database.read(read)

    async def code_of(self, match_id: str) -> str | None:
        """Return the words by which a table is found while it waits."""
        if (known := self._codes.get(match_id)) is not None:
            return known
        return await self._database.read(lambda connection: spoken_codes.code_of(connection, match_id))

    async def match_of(self, typed: str) -> str:
        """Return the id of the table that waits under these words; AppError(no_such_code)."""
        codes = spoken_codes.read_codes(typed)
        return await self._database.read(lambda connection: spoken_codes.match_of(connection, codes))

    def row_changed(self, before: MatchRow, row: MatchRow) -> None:
        """Call when a match's row has changed: somebody joined, it was closed, it is over."""
        self._codes.pop(row.id, None)
        if row.public or before.status == "open":  # a challenge may have been answered
            self.on_change()

    def moved(self, live: LiveMatch) -> None:
        """Somebody came to a match or left it: if that is a host, the table is shown for a while from now on.

        Called when that has been handed to the writer, so the news come when it is stored, too.
        """
        if live.row.public:
            noted = self._writer.job(_seen(live.id), lambda _: self.on_change())
            noted.add_done_callback(lambda done: done.cancelled() or done.exception())  # logged where it happened

    async def touch(self, live: LiveMatch, seat: Viewer) -> None:
        """Call when a program has requested its match: its host is there, even without a socket."""
        if seat is None or not live.row.public or live.row.status != "open":
            return
        now = time.monotonic()
        if now - self._last_seen.get(live.id, -SEEN_SECONDS) >= SEEN_SECONDS:
            self._last_seen = {key: at for key, at in self._last_seen.items() if now - at < SEEN_SECONDS}
            self._last_seen[live.id] = now
            await self._writer.job(_seen(live.id), lambda _: self.on_change())


def _now(connection: sa.Connection) -> LobbyNow:
    at = time.time()
    shown = _shown(at).add_columns(waiting.c.seen_at, waiting.c.game, _CONNECTED.label("connected"))
    shown = shown.join(waiting, waiting.c.match_id == matches.c.id).limit(LISTED)
    tables = connection.execute(shown).all()
    watched = connection.execute(_in_play().limit(WATCHED)).all()
    leaving = [row.seen_at + GONE_AFTER for row in tables if not row.connected]
    return LobbyNow(
        tuple(match_row_of(row) for row in tables),
        tuple(match_row_of(row) for row in watched),
        min(leaving, default=None),
        {row.id: row.game for row in tables if row.game is not None},
        challenge_rows.received(connection),
    )


def _seen(match_id: str) -> Query[int]:
    change = sa.update(waiting).where(waiting.c.match_id == match_id)
    return lambda connection: connection.execute(change.values(seen_at=time.time())).rowcount


_CONNECTED: Final = sa.exists().where(presence.c.match_id == waiting.c.match_id, presence.c.a | presence.c.b)


def _there(now: float) -> sa.ColumnElement[bool]:
    """Return a condition on rows of `matches` and `waiting`: an open table whose host is connected, or was just now."""
    recently = waiting.c.seen_at.between(now - GONE_AFTER, now + GONE_AFTER)  # beyond: a clock was set
    return sa.and_(matches.c.status == "open", sa.or_(recently, _CONNECTED))


def _check(connection: sa.Connection, condition: sa.ColumnElement[bool], most: int) -> None:
    count = (
        sa.select(sa.func.count())
        .select_from(waiting.join(matches, matches.c.id == waiting.c.match_id))
        .where(condition, _there(time.time()))
    )
    if connection.execute(count).scalar_one() >= most:
        raise AppError(Code.too_many_tables, most=most)


def _one_after_the_other(connection: sa.Connection) -> None:
    """Let no other worker search for a game until this transaction ends: SQLite has one writer at a time anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(QUICK_LOCK)))


def _same_game(connection: sa.Connection, host: str, listing: Listing) -> str | None:
    """Return the id of the table that has waited longest for a game, first of all the player's own.

    Who has blocked the other, whichever way, is not met; the player's last opponent only if nobody else waits.
    """
    own = waiting.c.player_id == host
    apart = sa.exists().where(
        sa.or_(
            sa.and_(blocks.c.player_id == host, blocks.c.blocked_id == waiting.c.player_id),
            sa.and_(blocks.c.blocked_id == host, blocks.c.player_id == waiting.c.player_id),
        )
    )
    again = waiting.c.player_id.in_(_last_opponents(connection, host))
    wanted = sa.and_(waiting.c.game == listing.game, waiting.c.match_id.not_in(listing.passed or ()))
    query = (
        sa.select(waiting.c.match_id)
        .join(matches, matches.c.id == waiting.c.match_id)
        .where(
            wanted,
            matches.c.status == "open",
            sa.or_(sa.and_(own, waiting.c.quick), ~own & ~apart & _there(time.time())),
        )
        .order_by(own.desc(), again, matches.c.created_at, matches.c.id)
        .limit(1)
    )
    return connection.execute(query).scalar_one_or_none()


def _last_opponents(connection: sa.Connection, player_id: str) -> list[str]:
    """Return the opponent in the last match of two people that this player began."""
    query = with_opponent(sa.select(OPPOSITE.c.player_id).select_from(matches), player_id)
    query = query.where(matches.c.started_at.is_not(None)).order_by(matches.c.started_at.desc()).limit(1)
    return [opponent for opponent in connection.execute(query).scalars() if opponent != player_id]


# Any: every column of the table.
def _shown(now: float) -> sa.Select[Any]:
    """Return the tables, and of each guest and address only the newest: those who came back together may have more."""
    newest = matches.c.created_at.desc()
    ranked = (
        sa.select(
            waiting.c.match_id,
            sa.func.row_number().over(partition_by=waiting.c.player_id, order_by=newest).label("of_player"),
            sa.func.row_number()
            .over(partition_by=sa.func.coalesce(waiting.c.address, waiting.c.match_id), order_by=newest)
            .label("of_address"),
        )
        .select_from(waiting.join(matches, matches.c.id == waiting.c.match_id))
        .where(_there(now))
        .subquery()
    )
    few = sa.and_(ranked.c.of_player <= OF_PLAYER, ranked.c.of_address <= OF_ADDRESS)
    listed = select_matches().join(ranked, ranked.c.match_id == matches.c.id).where(few)
    return listed.order_by(newest, matches.c.id)


# Any: every column of the table.
def _in_play() -> sa.Select[Any]:
    """Return the public matches that are being played: a player of each is connected."""
    there = sa.select(presence.c.match_id).where(presence.c.a | presence.c.b)
    playing = sa.and_(matches.c.public, matches.c.status.in_(("setup", "playing")), matches.c.id.in_(there))
    return select_matches().where(playing).order_by(matches.c.started_at.desc(), matches.c.id)


def forget_begun(connection: sa.Connection) -> None:
    """Delete the waiting rows of tables that no longer wait, and their words."""
    spoken_codes.forget_begun(connection)
    begun = sa.exists().where(matches.c.id == waiting.c.match_id, matches.c.status != "open")
    connection.execute(sa.delete(waiting).where(begun))
