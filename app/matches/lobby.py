"""The list of open tables: only those whose host is there, or was a moment ago, and few of any one guest or address."""

from __future__ import annotations

import time
from typing import Any, Final

import sqlalchemy as sa

from app.errors import AppError
from app.live.models import presence
from app.matches import store
from app.matches.live_match import LiveMatch
from app.matches.match_row import MatchRow
from app.matches.models import match_row_of, matches, waiting
from app.store.database import Database
from app.store.group_commit import Writer
from engine.seat import Viewer

GONE_AFTER: Final = 300.0  # seconds for which the table of a host who has left is still shown
OF_PLAYER: Final = 3  # tables of one guest that are shown at a time
OF_ADDRESS: Final = 10  # and of one address: a class that plays among itself sends links
NOTE_EVERY: Final = 60.0  # seconds between two notes that a program still asks for its table


class Lobby:
    """The public tables that wait for an opponent. `address` is a mark (see `app.web.marks`), or None."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer
        self._noted: dict[str, float] = {}

    async def tables(self, limit: int) -> list[MatchRow]:
        """Return the tables to be shown, the newest first."""
        query = _shown(time.time()).limit(limit)
        return await self._database.read(lambda connection: [match_row_of(row) for row in connection.execute(query)])

    async def open(self, row: dict[str, object], address: str | None) -> None:
        """Store a new public table; AppError(too_many_tables, 409) where its host or the address has enough of them."""
        host = row["seat_a"] or row["seat_b"]
        entry = {"match_id": row["id"], "player_id": host, "address": address, "seen_at": row["created_at"]}

        def write(connection: sa.Connection) -> None:
            _check(connection, waiting.c.player_id == host, OF_PLAYER)
            if address is not None:
                _check(connection, waiting.c.address == address, OF_ADDRESS)
            connection.execute(store.INSERT_MATCH, row)
            connection.execute(sa.insert(waiting).values(entry))

        await self._writer.job(write)

    def host_moved(self, live: LiveMatch) -> None:
        """Somebody came to a table or left it: if that is the host, the table is shown for a while from now on."""
        if live.row.public and live.row.status == "open":
            noted = self._writer.job(_seen(live.id))
            noted.add_done_callback(lambda done: done.cancelled() or done.exception())  # logged where it happened

    async def heard_from(self, live: LiveMatch, seat: Viewer) -> None:
        """Note that a program has asked for its match: its host is there, even without a socket."""
        if seat is None or not live.row.public or live.row.status != "open":
            return
        now = time.monotonic()
        if now - self._noted.get(live.id, -NOTE_EVERY) >= NOTE_EVERY:
            self._noted = {key: at for key, at in self._noted.items() if now - at < NOTE_EVERY}
            self._noted[live.id] = now
            await self._writer.job(_seen(live.id))


def _seen(match_id: str) -> store.Query[int]:
    change = sa.update(waiting).where(waiting.c.match_id == match_id)
    return lambda connection: connection.execute(change.values(seen_at=time.time())).rowcount


def _there(now: float) -> sa.ColumnElement[bool]:
    """Return a condition on rows of `matches` and `waiting`: an open table whose host is there, or was just now."""
    connected = sa.exists().where(presence.c.match_id == waiting.c.match_id, presence.c.a | presence.c.b)
    recently = waiting.c.seen_at.between(now - GONE_AFTER, now + GONE_AFTER)  # beyond: a clock was set
    return sa.and_(matches.c.status == "open", sa.or_(recently, connected))


def _check(connection: sa.Connection, whose: sa.ColumnElement[bool], most: int) -> None:
    count = (
        sa.select(sa.func.count())
        .select_from(waiting.join(matches, matches.c.id == waiting.c.match_id))
        .where(whose, _there(time.time()))
    )
    if connection.execute(count).scalar_one() >= most:
        raise AppError("too_many_tables", 409, most=most)


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
    listed = sa.select(matches).join(ranked, ranked.c.match_id == matches.c.id).where(few)
    return listed.order_by(newest, matches.c.id)


def forget_begun(connection: sa.Connection) -> None:
    """Delete what was noted of tables that no longer wait."""
    begun = sa.exists().where(matches.c.id == waiting.c.match_id, matches.c.status != "open")
    connection.execute(sa.delete(waiting).where(begun))
