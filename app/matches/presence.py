"""Who is connected to a match, through whichever worker. It only informs: a lost connection decides nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from app.commit import Writer
from app.db import Database
from app.errors import AppError
from app.live.bus import Bus
from app.live.models import presence
from app.matches import store
from app.matches.room import Presence, Room

GRACE: Final = 2.0  # seconds in which a reload of the page goes unnoticed


class PresenceService:
    """Keeps each room's `presence` step and this worker's rows of `presence` true."""

    def __init__(self, database: Database, writer: Writer, bus: Bus, moved: Callable[[Room], None]) -> None:
        self._database = database
        self._writer = writer
        self._bus = bus
        self._moved = moved  # hears of every room whose own connections are written down
        self._upsert = _upsert(database.engine.dialect.name)
        self._untold: dict[str, Room] = {}  # rooms of which the others may believe what is no longer so

    def changed(self, room: Room) -> None:
        """A connection came or went: arrivals count at once, departures after a moment."""
        now, before = room.here(), room.announced
        if now.A >= before.A and now.B >= before.B and now.watchers >= before.watchers:
            self.settle(room)
        else:
            asyncio.get_running_loop().call_later(GRACE, self.settle, room)

    def settle(self, room: Room) -> None:
        """Tell everybody who is here now, if that is news."""
        now = room.here()
        room.rest()
        if self._writer.is_stopping:
            return  # this worker's rows go with it
        if now != room.announced:
            room.announced = now
            self._store(room)
        self._show(room)

    def struck_off(self, rooms: Iterable[Room]) -> None:
        """This worker had been taken for dead, and what it had said about these rooms with it."""
        self._untold.update({room.id: room for room in rooms})

    def tell_again(self) -> None:
        """Say once more what could not be written: who is believed to be away could lose a match by it."""
        untold, self._untold = self._untold, {}
        for room in untold.values():
            self._store(room)

    async def elsewhere(self, match_ids: set[str]) -> dict[str, Presence]:
        """Who is connected to these matches through other workers; a match with nobody is left out."""
        return await self._database.glance(lambda connection: _elsewhere(connection, match_ids, self._bus.worker))

    def others(self, room: Room, elsewhere: Presence) -> None:
        """Other workers' connections to this room have changed."""
        if elsewhere != room.elsewhere:
            room.elsewhere = elsewhere
            self._show(room)

    def _show(self, room: Room) -> None:
        here, there = room.announced, room.elsewhere
        together = Presence(here.A or there.A, here.B or there.B, here.watchers + there.watchers)
        if together != room.last.presence:
            room.add("presence", presence=together)

    def _store(self, room: Room) -> None:
        match_id, now = room.id, room.announced

        def tell(_: object) -> None:
            self._bus.publish({"match": match_id, "present": True})

        def check(written: asyncio.Future[Any]) -> None:
            # Any other failure: the match has been deleted, or this worker struck off, and then it hears of that.
            if not written.cancelled() and isinstance(written.exception(), AppError):
                self._untold[match_id] = room

        if now == Presence():
            mine = (presence.c.match_id == match_id) & (presence.c.worker == self._bus.worker)
            gone = sa.delete(presence).where(mine)
            written: asyncio.Future[Any] = self._writer.job(lambda connection: connection.execute(gone), tell)
        else:
            row = {"match_id": match_id, "worker": self._bus.worker, "a": now.A, "b": now.B, "watchers": now.watchers}
            written = self._writer.row(self._upsert, row, tell)
        self._moved(room)
        written.add_done_callback(check)


def _upsert(dialect: str) -> sa.Insert:
    insert = postgresql.insert(presence) if dialect == "postgresql" else sqlite.insert(presence)
    new = insert.excluded
    return insert.on_conflict_do_update(
        index_elements=[presence.c.match_id, presence.c.worker], set_={"a": new.a, "b": new.b, "watchers": new.watchers}
    )


def _elsewhere(connection: sa.Connection, match_ids: set[str], worker: str) -> dict[str, Presence]:
    """Who is connected to these matches through other workers."""
    found: dict[str, Presence] = {}
    wanted = list(match_ids)
    for start in range(0, len(wanted), store.MANY):
        query = sa.select(presence).where(
            presence.c.match_id.in_(wanted[start : start + store.MANY]), presence.c.worker != worker
        )
        for row in connection.execute(query):
            sofar = found.get(row.match_id, Presence())
            found[row.match_id] = Presence(sofar.A or row.a, sofar.B or row.b, sofar.watchers + row.watchers)
    return found
