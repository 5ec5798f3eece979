"""The friends who are here: on the start page or at a table, at any worker.

It only informs, as presence at a match does, and only signals a change: each page then reads again which friends it may
show (`Friends.of`), so that a block or a preference takes effect at once.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from typing import Final

import sqlalchemy as sa

from app.base.errors import AppError
from app.base.live.bus import Bus
from app.base.live.models import presence, visits
from app.base.live.worker_hints import FriendsHint
from app.base.store.database import Database, Query
from app.base.store.group_commit import Writer
from app.base.store.upsert import insert_if_new
from app.base.tasks import TaskHealth, TaskSet
from app.matches.core.live.live_match import LiveMatch, MatchObserver
from app.matches.core.live.update import Change
from app.matches.core.storage.models import seats
from app.matches.core.storage.seats import is_connected
from app.people.players.player import Player

GRACE: Final = 2.0  # seconds in which a reload of the page goes unnoticed
NOBODY: Final[frozenset[str]] = frozenset()


class Visit:
    """An open start page of a guest: their friends as it last showed them, and the way to wake it."""

    __slots__ = ("friends", "player_id", "wake")

    def __init__(self, player_id: str, wake: Callable[[], None]) -> None:
        self.player_id = player_id
        self.friends = NOBODY
        self.wake = wake


class FriendsHere:
    """Keeps this worker's rows of `visits` up to date, and wakes the start pages whose friends come and go."""

    def __init__(self, database: Database, writer: Writer, bus: Bus, health: TaskHealth | None = None) -> None:
        self._database = database
        self._writer = writer
        self._bus = bus
        self._insert = insert_if_new(database.engine, visits)
        self._visits: set[Visit] = set()
        self._here: set[str] = set()  # guests with friends who have the start page open at this worker
        self._elsewhere: set[str] = set()  # the friends that a poll last found at other workers
        self._stale = asyncio.Event()
        self._tasks = TaskSet(health)
        self.tables = TablesHere(self._at_table)
        bus.subscribe(FriendsHint, lambda hint: self._wake(hint.player))

    @contextlib.asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Follow the other workers within the block."""
        async with self._tasks:
            self._tasks.forever("friends here", self._follow)
            yield

    @contextlib.contextmanager
    def visiting(self, player_id: str, wake: Callable[[], None]) -> Iterator[Visit]:
        """Hold an open start page for as long as the block lasts."""
        visit = Visit(player_id, wake)
        self._visits.add(visit)
        try:
            yield visit
        finally:
            self._visits.discard(visit)
            asyncio.get_running_loop().call_later(GRACE, self._settle, player_id)

    def show(self, visit: Visit, friends: Iterable[str]) -> None:
        """Store the friends that a page shows: they see its guest online, too."""
        visit.friends = frozenset(friends)
        self._settle(visit.player_id)

    async def among(self, player_ids: Iterable[str]) -> set[str]:
        """Return those of these players who are here."""
        ids = set(player_ids)
        if not ids:
            return ids
        return (ids & self._here) | (ids & self.tables.players.keys()) | await self._at_others(ids)

    def changed(self, player_id: str) -> None:
        """Refresh the pages that show this player as a friend, and their own, at any worker; call it after the
        commit."""
        self._wake(player_id)
        self._bus.publish(FriendsHint(player_id))

    def on_stale(self) -> None:
        """Something may have changed at another worker."""
        self._stale.set()

    def _wake(self, player_id: str) -> None:
        for visit in self._visits:
            if player_id == visit.player_id or player_id in visit.friends:
                visit.wake()

    def _settle(self, player_id: str) -> None:
        """Store that a guest has come or gone, if that has changed."""
        here = any(visit.player_id == player_id and visit.friends for visit in self._visits)
        if here == (player_id in self._here) or self._writer.is_stopping:
            return
        if here:
            self._here.add(player_id)
        else:
            self._here.discard(player_id)
        self._wake(player_id)
        self._write(self._stay({player_id}) if here else self._gone(player_id), player_id)

    def _at_table(self, player_id: str) -> None:
        """Somebody has sat down at a table at this worker, or has left it."""
        self._wake(player_id)
        if self._bus.connected:
            self._write(lambda _: 0, player_id)  # other workers read it once the presence is stored

    def _write(self, write: Query[int], player_id: str) -> None:
        if self._writer.is_stopping:
            return
        written = self._writer.job(write, lambda _: self._bus.publish(FriendsHint(player_id)))
        written.add_done_callback(lambda done: done.cancelled() or done.exception())  # logged where it happened

    def _stay(self, player_ids: Iterable[str]) -> Query[int]:
        rows = [{"player_id": player_id, "worker": self._bus.worker} for player_id in player_ids]
        return lambda connection: connection.execute(self._insert, rows).rowcount

    def _gone(self, player_id: str) -> Query[int]:
        gone = sa.delete(visits).where(visits.c.player_id == player_id, visits.c.worker == self._bus.worker)
        return lambda connection: connection.execute(gone).rowcount

    async def _follow(self) -> None:
        while True:
            await self._stale.wait()
            self._stale.clear()
            with contextlib.suppress(AppError):  # the database is away: the next poll tries again
                await self._look()

    async def _look(self) -> None:
        """Find the friends of pages here who have come or gone at other workers."""
        friends = set[str]().union(*(visit.friends for visit in self._visits))
        if not friends:
            return
        if self._here:  # other workers may have thought this one dead, and removed its rows
            await self._writer.job(self._stay(self._here))
        found = await self._at_others(friends)
        moved, self._elsewhere = found ^ self._elsewhere, found
        for player_id in moved:
            self._wake(player_id)

    async def _at_others(self, player_ids: set[str]) -> set[str]:
        """Return those of these players who are here at another worker."""
        ids, here = list(player_ids), self._bus.worker
        at_tables = (
            sa.select(seats.c.player_id)
            .join(presence, presence.c.match_id == seats.c.match_id)
            .where(is_connected(), seats.c.part == 0, seats.c.player_id.in_(ids), presence.c.worker != here)
        )
        visiting = sa.select(visits.c.player_id).where(visits.c.player_id.in_(ids), visits.c.worker != here)
        query = sa.union(visiting, at_tables)
        return set(await self._database.values(query))


class TablesHere(MatchObserver):
    """The players connected at this worker to their own matches, and to how many.

    `moved` is called for each who comes or goes.
    """

    follows_moves = False

    def __init__(self, moved: Callable[[str], None]) -> None:
        self._moved = moved
        self._connected: dict[str, frozenset[str]] = {}
        self.players = Counter[str]()

    def changed(self, live: LiveMatch, change: Change) -> None:
        """Count players who have come to the table or left it."""
        if change.kind != "presence":
            return
        now = frozenset(
            holder.id
            for seat, holder in change.row.holders.items()
            if isinstance(holder, Player) and live.announced.at(seat)
        )
        self._set(live.id, now)

    def closed(self, live: LiveMatch) -> None:
        """Forget a match."""
        self._set(live.id, NOBODY)

    def _set(self, match_id: str, now: frozenset[str]) -> None:
        before = self._connected.pop(match_id, NOBODY)
        if now:
            self._connected[match_id] = now
        self.players.update(now - before)
        for player_id in before - now:
            self.players[player_id] -= 1
            if not self.players[player_id]:
                del self.players[player_id]
        for player_id in now ^ before:
            self._moved(player_id)
