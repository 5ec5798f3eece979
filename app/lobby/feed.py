"""The lobby as strangers find it now: one copy for all sockets of a worker, reloaded when it has changed."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from typing import Final

from app.errors import AppError
from app.live.bus import Bus
from app.live.topic import Subscriber, Topic
from app.live.worker_hints import LobbyHint
from app.matches.finding.lobby import Lobby, LobbyNow
from app.tasks import TaskHealth, TaskSet

GAP: Final = 0.08  # seconds between two reads: changes in between come together
RETRY: Final = 1.0  # seconds until the database is asked again after it was away


class LobbyReader(Subscriber):
    """One socket's place; `async for now in reader` never ends by itself. A slow reader gets only the newest state."""

    __slots__ = ("_feed", "_given", "friends_changed", "own_changed", "player_id")

    def __init__(self, feed: LobbyFeed, player_id: str | None) -> None:
        super().__init__()
        self._feed = feed
        self.player_id = player_id
        self._given: LobbyNow | None = None
        self.own_changed = False  # something has changed in the player's own matches; the reader resets it
        self.friends_changed = False  # the same for their friends

    def wake_for_own(self) -> None:
        """Signal that there is something new of the player's own matches."""
        self.own_changed = True
        self.wake()

    def wake_for_friends(self) -> None:
        """Signal that there may be something new of the player's friends."""
        self.friends_changed = True
        self.wake()

    def __aiter__(self) -> AsyncIterator[LobbyNow]:
        return self

    async def __anext__(self) -> LobbyNow:
        while self._given is self._feed.now and not self.own_changed and not self.friends_changed:
            await self.woken()
        self._given = self._feed.now
        return self._given


class LobbyFeed:
    """Follows the lobby for as long as somebody reads it here. `now` keeps a part that has not changed as it was."""

    def __init__(self, lobby: Lobby, bus: Bus, health: TaskHealth | None = None) -> None:
        self._lobby = lobby
        self._bus = bus
        self.now = LobbyNow()
        self._readers = Topic[LobbyReader]()
        self._wake = asyncio.Event()
        self._reading = asyncio.Lock()
        self._ours = False  # something has changed at this worker, of which the others do not know yet
        self._stale = True
        self._until: float | None = None
        self._tasks = TaskSet(health)
        lobby.on_news.subscribe(self._on_news)
        lobby.on_stale.subscribe(self._wake.set)
        bus.subscribe(LobbyHint, self._on_hint)

    @contextlib.asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Follow the lobby within the block."""
        async with self._tasks:
            self._tasks.forever("lobby", self._follow)
            yield

    @contextlib.asynccontextmanager
    async def subscribed(self, player_id: str | None = None) -> AsyncIterator[LobbyReader]:
        """Subscribe within the block; the newest state is there at once. AppError(storage_unavailable)."""
        try:
            with self._readers.subscribed(LobbyReader(self, player_id)) as reader:
                await self._refresh()
                self._wake.set()  # the next table to fall off the list is known only now
                yield reader
        finally:
            self._stale = self._stale or not self._readers

    def _on_news(self) -> None:
        self._ours = True
        self._wake.set()

    def notify(self, player_id: str) -> None:
        """Something has happened in a match of a player who is not there: their start pages show it, at any worker."""
        self._notify(player_id)
        self._bus.publish(LobbyHint(player_id))

    def _notify(self, player_id: str) -> None:
        for reader in self._readers:
            if reader.player_id == player_id:
                reader.wake_for_own()

    def _on_hint(self, hint: LobbyHint) -> None:
        if hint.player is not None:
            self._notify(hint.player)
        else:
            self._wake.set()

    async def _follow(self) -> None:
        while True:
            await self._wait()
            if self._ours:
                self._ours = False
                self._bus.publish(LobbyHint())
            if self._readers:
                self._stale = True
                try:
                    await self._refresh()
                except AppError:  # logged where it happened
                    self._wake.set()
                    await asyncio.sleep(RETRY)
            await asyncio.sleep(GAP)

    async def _wait(self) -> None:
        until = self._until if self._readers else None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(None if until is None else max(0.0, until - time.time()) + GAP):
                await self._wake.wait()
        self._wake.clear()

    async def _refresh(self) -> None:
        async with self._reading:
            if not self._stale:
                return
            self._stale = False  # later changes need another read
            try:
                found = await self._lobby.now()
            except BaseException:
                self._stale = True
                raise
            old = self.now
            tables = old.tables if found.tables == old.tables else found.tables
            watched = old.watched if found.watched == old.watched else found.watched
            self._until = found.until
            challenges = old.challenges if found.challenges == old.challenges else found.challenges
            if tables is old.tables and watched is old.watched and challenges is old.challenges:
                return
            self.now = found._replace(tables=tables, watched=watched, challenges=challenges)
        self._readers.publish()
