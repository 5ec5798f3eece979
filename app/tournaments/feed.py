"""The events that are followed at this worker: one copy of each for all its readers, read again when it has changed.

Readers are woken when the copy is a new one, once for each change, and need no database. Other workers get a hint.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import sqlalchemy as sa
import structlog
from cachetools import LRUCache

from app.errors import AppError, Code
from app.live.bus import Bus
from app.live.topic import Topic
from app.live.worker_hints import TournamentHint
from app.matches.live.own_matches import TopicReader
from app.signals import Signal
from app.store.database import Database, Query, StoredRow
from app.tasks import TaskHealth, TaskSet
from app.tournaments.event import StoredEvent, load
from app.tournaments.heads import IN_PLAY, EventHead, Stamp, stamp_of
from app.tournaments.models import acts, boards, tournaments

GAP: Final = 0.05  # seconds between two reads: changes in between come together
KEPT: Final = 16  # copies of events that nobody follows, for the next request
LARGE: Final = 400  # boards from which on standings are computed beside the loop
RETRY: Final = 1.0  # seconds until the database is asked again after it was away

log = structlog.get_logger(__name__)


class EventCopy(NamedTuple):
    """An event and its log, as they were at one moment."""

    event: StoredEvent
    acts: Sequence[StoredRow]


class _Followed:
    """An event that is followed here."""

    __slots__ = ("copy", "is_stale", "readers", "reading")

    def __init__(self) -> None:
        self.readers = Topic[TopicReader]()
        self.copy: EventCopy | None = None
        self.is_stale = False
        self.reading = asyncio.Lock()


class _Kept:
    """An event that nobody follows here, as it was read last."""

    __slots__ = ("copy", "reading")

    def __init__(self) -> None:
        self.copy: EventCopy | None = None
        self.reading = asyncio.Lock()


class TournamentFeed:
    """The copies and their readers. `on_news` gets the id of each event that has changed."""

    def __init__(self, database: Database, bus: Bus, health: TaskHealth | None = None) -> None:
        self._database = database
        self._bus = bus
        self._followed: dict[str, _Followed] = {}
        self._kept: LRUCache[str, _Kept] = LRUCache(KEPT)
        self._wake = asyncio.Event()
        self._tasks = TaskSet(health)
        self.on_news = Signal[[str]]()
        bus.subscribe(TournamentHint, lambda hint: self._changed(hint.tournament))

    @contextlib.asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Keep the copies new within the block."""
        async with self._tasks:
            self._tasks.forever("event copies", self._forever)
            yield

    @contextlib.contextmanager
    def subscribed(self, tournament_id: str) -> Iterator[TopicReader]:
        """Provide a reader of this event while the block lasts."""
        followed = self._followed.setdefault(tournament_id, _Followed())
        try:
            with followed.readers.subscribed(TopicReader()) as reader:
                yield reader
        finally:
            if not followed.readers and self._followed.get(tournament_id) is followed:
                del self._followed[tournament_id]

    async def current(self, tournament_id: str) -> EventCopy:
        """Return an event as it is now: read once for all who follow it, and else again only where it has changed
        since the last request. AppError(no_such_tournament)."""
        followed = self._followed.get(tournament_id)
        if followed is None:
            return await self._unfollowed(tournament_id)
        if followed.copy is not None and not followed.is_stale:
            return followed.copy
        async with followed.reading:
            if followed.copy is None or followed.is_stale:
                await self._read(tournament_id, followed)
            assert followed.copy is not None
            return followed.copy

    async def _unfollowed(self, tournament_id: str) -> EventCopy:
        kept = self._kept.get(tournament_id)
        if kept is None:
            kept = self._kept[tournament_id] = _Kept()
        async with kept.reading:
            known = kept.copy
            if known is not None and await self._database.read(_mark_of(tournament_id)) == _as_read(known):
                return known
            kept.copy = None
            kept.copy = await self._copied(tournament_id)
            return kept.copy

    async def _copied(self, tournament_id: str) -> EventCopy:
        found = await self._database.read(_copy(tournament_id))
        if len(found.event.boards) > LARGE:
            await asyncio.to_thread(lambda: found.event.standings)
        return found

    def publish(self, tournament_id: str) -> None:
        """An event has changed: read it again, here and at the other workers."""
        self._changed(tournament_id)
        self._bus.publish(TournamentHint(tournament_id))

    def compare(self, heads: Mapping[str, EventHead]) -> None:
        """Read again what has changed unnoticed: the hint of another worker was lost, or it was killed before."""
        for tournament_id, followed in self._followed.items():
            head = heads.get(tournament_id)
            if followed.copy is None:
                continue
            event = followed.copy.event
            if event.status in IN_PLAY if head is None else head.stamp != stamp_of(event):
                self._mark(followed)

    def _changed(self, tournament_id: str) -> None:
        self._kept.pop(tournament_id, None)
        self.on_news(tournament_id)
        if tournament_id in self._followed:
            self._mark(self._followed[tournament_id])

    def _mark(self, followed: _Followed) -> None:
        followed.is_stale = True
        self._wake.set()

    async def _forever(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            for tournament_id, followed in list(self._followed.items()):
                if not followed.is_stale:
                    continue
                try:
                    await self.current(tournament_id)
                except AppError as error:
                    if error.code == Code.no_such_tournament.name:
                        continue
                    log.info("event_copies_wait", code=error.code)
                    self._wake.set()
                    await asyncio.sleep(RETRY)
            await asyncio.sleep(GAP)

    async def _read(self, tournament_id: str, followed: _Followed) -> None:
        """Read an event again, and wake its readers if it differs; a copy that does not is kept as it was."""
        followed.is_stale = False  # a later change needs another read
        try:
            found = await self._copied(tournament_id)
        except AppError as error:
            if error.code == Code.no_such_tournament.name:
                followed.copy = None
                followed.readers.publish()
            else:
                followed.is_stale = True
            raise
        before = followed.copy
        if found != before:
            followed.copy = found
            if before is not None:  # else those who wait have it now
                followed.readers.publish()


def _copy(tournament_id: str) -> Query[EventCopy]:
    return lambda connection: EventCopy(load(tournament_id)(connection), log_of(tournament_id)(connection))


def _mark_of(tournament_id: str) -> Query[tuple[Stamp, str, int] | None]:
    """Return what differs after any change of an event or its log, in one row; None where it is gone."""
    event = sa.select(tournaments.c.version, tournaments.c.next_at, tournaments.c.status)
    mine = boards.c.tournament_id == tournament_id
    decided = boards.c.outcome.is_not(None) | boards.c.ruling.is_not(None)
    of_boards = sa.select(sa.func.count(sa.case((decided, 1))), sa.func.coalesce(sa.func.sum(boards.c.game), 0))
    of_acts = sa.select(sa.func.count()).select_from(acts).where(acts.c.tournament_id == tournament_id)

    def read(connection: sa.Connection) -> tuple[Stamp, str, int] | None:
        row = connection.execute(event.where(tournaments.c.id == tournament_id)).one_or_none()
        if row is None:
            return None
        count, games = connection.execute(of_boards.where(mine)).one()
        logged = connection.execute(of_acts).scalar_one()
        return Stamp(row.version, row.next_at, int(count), int(games)), row.status, logged

    return read


def _as_read(copy: EventCopy) -> tuple[Stamp, str, int]:
    return stamp_of(copy.event), copy.event.status, len(copy.acts)


def log_of(tournament_id: str) -> Query[Sequence[StoredRow]]:
    """Return the log of an event, the first act first."""
    query = sa.select(acts).where(acts.c.tournament_id == tournament_id).order_by(acts.c.number)
    return lambda connection: connection.execute(query).all()
