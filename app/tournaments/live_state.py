"""The part of an event that moves from second to second: the boards in play as small pictures, and the players present.

Read once for all followers of an event at this worker, and not at all without any: a move costs nothing more, and each
board is drawn at most once in `EVERY` seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import sqlalchemy as sa
import structlog

from app.errors import AppError
from app.live.models import presence
from app.live.topic import Topic
from app.matches.live.own_matches import TopicReader
from app.matches.service import MatchService
from app.matches.storage import store
from app.matches.storage.store import Head
from app.store.database import Database
from app.table.picture import Picture, picture_of
from app.tasks import TaskHealth, TaskSet
from app.tournaments.event import EventBoard, StoredEvent
from app.tournaments.models import entries
from app.tournaments.service import TournamentService

EVERY: Final = 1.5  # seconds between two looks
HERE_FOR: Final = 45.0  # seconds for which an open page's sign of life counts
MOST: Final = 32  # boards with a picture

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class LiveState:
    """The pictures of the open boards by their matches, and the numbers of the entries that are here."""

    pictures: Mapping[str, Picture] = field(default_factory=dict)
    here: frozenset[int] = frozenset()


NOTHING: Final = LiveState()


def pictured(event: StoredEvent) -> list[EventBoard]:
    """Return the boards that have a picture: those that are being played, the first ones of the newest round first."""
    playing = [board for board in event.boards if board.result.is_open and board.match_id]
    return sorted(playing, key=lambda board: (-board.result.round, board.result.board))[:MOST]


class LiveStates:
    """The live states of the events that are followed at this worker."""

    def __init__(
        self, database: Database, matches: MatchService, service: TournamentService, health: TaskHealth | None = None
    ) -> None:
        self._database = database
        self._matches = matches
        self._service = service
        self._topics: dict[str, Topic[TopicReader]] = {}
        self._known: dict[str, LiveState] = {}
        self._heads: dict[str, Head] = {}
        self._wanted = asyncio.Event()
        self._tasks = TaskSet(health)

    @contextlib.asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Look at the events that are followed within the block."""
        async with self._tasks:
            self._tasks.forever("event pictures", self._forever)
            yield

    def of(self, tournament_id: str) -> LiveState:
        """Return the known state of an event: nothing while nobody follows it."""
        return self._known.get(tournament_id, NOTHING)

    @contextlib.contextmanager
    def subscribed(self, tournament_id: str, reader: TopicReader) -> Iterator[None]:
        """Wake a reader when an event's live state changes while the block lasts."""
        if tournament_id not in self._topics:
            self._wanted.set()
        topic = self._topics.setdefault(tournament_id, Topic())
        try:
            with topic.subscribed(reader):
                yield
        finally:
            if not topic and self._topics.get(tournament_id) is topic:
                del self._topics[tournament_id]
                self._forget(self._known.pop(tournament_id, NOTHING))

    async def _forever(self) -> None:
        while True:
            self._wanted.clear()
            for tournament_id in list(self._topics):
                try:
                    await self.look(tournament_id)
                except AppError as error:  # the database is away, which is logged where it happened
                    log.info("event_pictures_wait", code=error.code)
            if not self._topics:
                await self._wanted.wait()
            else:
                with contextlib.suppress(TimeoutError):  # a new page need not wait for its first pictures
                    async with asyncio.timeout(EVERY):
                        await self._wanted.wait()

    async def look(self, tournament_id: str) -> None:
        """Look at an event, and wake its readers if something has changed."""
        event = await self._service.current(tournament_id)
        if not event.is_running:
            return
        boards = pictured(event)
        matches = [board.match_id for board in boards if board.match_id]
        since = self._service.site_time() - HERE_FOR
        heads, at_page, at_table = await self._database.read(
            lambda connection: (
                store.heads(matches)(connection),
                _at_page(connection, tournament_id, since),
                _at_table(connection, matches),
            )
        )
        before = self.of(tournament_id)
        here = frozenset(at_page | {number for board in boards for number in _seated(board, at_table)})
        pictures = await self._pictures(heads, before.pictures)
        shown = {match_id: before.pictures[match_id] for match_id in matches if match_id in before.pictures}
        if tournament_id in self._topics and (pictures != shown or here != before.here):
            self._known[tournament_id] = LiveState(pictures, before.here if before.here == here else here)
            self._topics[tournament_id].publish()

    async def _pictures(self, heads: Mapping[str, Head], before: Mapping[str, Picture]) -> dict[str, Picture]:
        """Return the pictures of these matches; only those that went on are made again."""
        found: dict[str, Picture] = {}
        for match_id, head in heads.items():
            drawn = before.get(match_id)
            if drawn is None or self._heads.get(match_id) != head:
                with contextlib.suppress(AppError):  # it was deleted in this moment
                    drawn = await self._picture(match_id, head)
            if drawn is not None:
                found[match_id] = drawn
        self._forget(LiveState({one: shown for one, shown in before.items() if one not in heads}))
        return found

    async def _picture(self, match_id: str, head: Head) -> Picture | None:
        live = await self._matches.live_matches.get(match_id)
        if live.seq < head.seq or live.row.version < head.version:  # another worker plays it
            async with live.lock:
                await self._matches.live_matches.refresh(live)
        self._heads[match_id] = head
        return picture_of(live.match)

    def _forget(self, state: LiveState) -> None:
        for match_id in state.pictures:
            self._heads.pop(match_id, None)


def _at_page(connection: sa.Connection, tournament_id: str, since: float) -> set[int]:
    """Return the entries whose page or stream of the event is open."""
    query = sa.select(entries.c.number).where(entries.c.tournament_id == tournament_id, entries.c.here_at > since)
    return set(connection.execute(query).scalars())


def _at_table(connection: sa.Connection, matches: Sequence[str]) -> dict[str, tuple[bool, bool]]:
    """Return for each of these matches whether A and B are connected to it."""
    found: dict[str, tuple[bool, bool]] = {}
    for row in connection.execute(sa.select(presence).where(presence.c.match_id.in_(matches))):
        a, b = found.get(row.match_id, (False, False))
        found[row.match_id] = (a or row.a, b or row.b)
    return found


def _seated(board: EventBoard, at_table: Mapping[str, tuple[bool, bool]]) -> list[int]:
    """Return the entries of a board that are connected to its match."""
    there = at_table.get(board.match_id or "", (False, False))
    return [number for number, is_there in zip(board.result.numbers, there, strict=False) if is_there]
