"""The chat of the matches with readers at this worker: reloaded when a line was added at any worker."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from app.base.errors import AppError
from app.base.live.topic import Topic
from app.base.store.database import Database
from app.base.subscriber import Subscriber
from app.base.tasks import TaskSet
from app.matches.core.live.live_match import MatchObserver
from app.matches.talk import store
from app.matches.talk.lines import Listener, TalkFilter, TalkLine, listener_at
from app.matches.talk.store import MAX_LINES_SHOWN

if TYPE_CHECKING:
    from app.matches.core.live.live_match import LiveMatch
    from app.matches.core.live.update import Change

RETRY_SECONDS: Final = 1.0


class TalkReader(Subscriber):
    """A subscriber to a match's chat: a page, or a program's socket."""

    def __init__(self, room: MatchTalk, player_id: str | None) -> None:
        super().__init__()
        self.room = room
        self.player_id = player_id

    def listener(self) -> Listener:
        return listener_at(self.room.live.row, self.player_id, self.talk_filter)

    @property
    def talk_filter(self) -> TalkFilter:
        """The player's mute settings."""
        return self.room.filters.get(self.player_id or "", TalkFilter())

    def lines(self, after: int = 0) -> list[TalkLine]:
        """Return the lines after the `after`-th that they may read."""
        listener = self.listener()
        return [line for line in self.room.lines if line.number > after and listener.may_read(line)]


class MatchTalk:
    def __init__(self, live: LiveMatch) -> None:
        self.live = live
        self.version = live.row.version
        self.number = 0
        self.lines: deque[TalkLine] = deque(maxlen=MAX_LINES_SHOWN)
        self.filters: dict[str, TalkFilter] = {}
        self.readers = Topic[TalkReader]()
        self.lock = asyncio.Lock()


class Rooms(MatchObserver):
    """The rooms of this worker, by match."""

    follows_moves = False

    def __init__(self, database: Database) -> None:
        self._database = database
        self._rooms: dict[str, MatchTalk] = {}
        self._tasks = TaskSet()

    @asynccontextmanager
    async def reader(self, live: LiveMatch, player_id: str | None) -> AsyncIterator[TalkReader]:
        """Subscribe to the chat of a match within the block."""
        room = self._rooms.setdefault(live.id, MatchTalk(live))
        room.live = live
        try:
            with room.readers.subscribed(TalkReader(room, player_id)) as reader:
                await self._refresh(room)
                yield reader
        finally:
            if not room.readers and self._rooms.get(live.id) is room:
                del self._rooms[live.id]

    def on_chat(self, live: LiveMatch, number: int) -> None:
        """Call when the chat of a match has reached `number`, here or at another worker."""
        room = self._rooms.get(live.id)
        if room is not None and number > room.number:
            self._tasks.run(self._refresh_until_done(room))

    def changed(self, live: LiveMatch, change: Change) -> None:
        """Publish that rights may have changed: a match has begun or ended, or a seat has changed hands."""
        room = self._rooms.get(live.id)
        if room is not None and change.row.version != room.version:
            room.live, room.version = live, change.row.version
            room.readers.publish()

    async def _refresh(self, room: MatchTalk) -> None:
        async with room.lock:
            ids = {reader.player_id for reader in room.readers if reader.player_id}
            found = await self._database.read(store.news(room.live.id, room.number, ids))
            room.number = max(room.number, found.number)
            room.lines += found.lines
            room.filters = found.filters
        room.readers.publish()

    async def _refresh_until_done(self, room: MatchTalk) -> None:
        while room.readers:
            try:
                await self._refresh(room)
            except AppError:  # the database is away, which is logged where it happened
                await asyncio.sleep(RETRY_SECONDS)
            else:
                return

    def close(self) -> None:
        """End what is under way."""
        self._tasks.cancel()
