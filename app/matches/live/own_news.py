"""News for who follows all of their own matches: that something about these has changed, never what.

A worker wakes those who read at it, and tells the others by a hint; what holds is read from the database.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Final

from app.live.bus import Bus
from app.live.topic import Subscriber, Topic
from app.live.worker_hints import OwnMatchesHint
from app.matches.storage.match_row import MatchRow

GAP: Final = 0.08  # seconds between two looks of a reader: what happens meanwhile comes together


class NewsReader(Subscriber):
    """One socket's place; `async for _ in reader` goes round once, then after news, and never ends by itself."""

    __slots__ = ()

    async def __aiter__(self) -> AsyncIterator[None]:
        while True:
            yield
            await asyncio.sleep(GAP)
            await self.woken()


class OwnNews:
    """The readers of this worker, by player."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._topics: dict[str, Topic[NewsReader]] = {}
        bus.on_own = self._on_hint

    @contextlib.contextmanager
    def subscribed(self, player_id: str) -> Iterator[NewsReader]:
        """Provide a reader of this player's news while the block lasts."""
        topic = self._topics.setdefault(player_id, Topic())
        try:
            with topic.subscribed(NewsReader()) as reader:
                yield reader
        finally:
            if not topic:
                del self._topics[player_id]

    def tell(self, player_ids: Iterable[str]) -> None:
        """Let these players' readers look again, at every worker."""
        concerned = sorted(set(player_ids))
        if concerned:
            self._wake(concerned)
            self._bus.publish({"own": concerned})

    def tell_of(self, row: MatchRow) -> None:
        """Let those who hold seats look again."""
        self.tell(guest.id for guest in row.guests)

    def doubt(self) -> None:
        """Let everybody look again: something may have happened at another worker."""
        self._wake(self._topics)

    def _on_hint(self, hint: OwnMatchesHint) -> None:
        self._wake(map(str, hint["own"]))

    def _wake(self, player_ids: Iterable[str]) -> None:
        for player_id in player_ids:
            if player_id in self._topics:
                self._topics[player_id].publish()
