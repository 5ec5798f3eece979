"""A topic for each player: something about their own matches has changed, never what. A worker wakes its own readers,
and sends the other workers a hint; the truth is read from the database."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Final

from app.live.bus import Bus
from app.live.topic import Subscriber, Topic
from app.live.worker_hints import OwnMatchesHint
from app.matches.match_row import MatchRow

GAP: Final = 0.08  # seconds between two reads of a reader: changes in between come together


class TopicReader(Subscriber):
    """One socket's subscription; `async for _ in reader` goes round once, then after news, and never ends by itself."""

    __slots__ = ()

    async def __aiter__(self) -> AsyncIterator[None]:
        while True:
            yield
            await asyncio.sleep(GAP)
            await self.woken()


class OwnMatchesTopic:
    """The topics of all players, with the readers of this worker."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._topics: dict[str, Topic[TopicReader]] = {}
        bus.subscribe(OwnMatchesHint, self._on_hint)

    @contextlib.contextmanager
    def subscribed(self, player_id: str) -> Iterator[TopicReader]:
        """Provide a reader of this player's topic while the block lasts."""
        topic = self._topics.setdefault(player_id, Topic())
        try:
            with topic.subscribed(TopicReader()) as reader:
                yield reader
        finally:
            if not topic:
                del self._topics[player_id]

    def publish(self, player_ids: Iterable[str]) -> None:
        """Wake these players' readers, at every worker."""
        concerned = sorted(set(player_ids))
        if concerned:
            self._wake(concerned)
            self._bus.publish(OwnMatchesHint(concerned))

    def publish_for(self, row: MatchRow) -> None:
        """Wake the readers of those who hold seats."""
        self.publish(guest.id for guest in row.guests)

    def invalidate(self) -> None:
        """Wake every reader: something may have happened at another worker."""
        self._wake(self._topics)

    def _on_hint(self, hint: OwnMatchesHint) -> None:
        self._wake(hint.players)

    def _wake(self, player_ids: Iterable[str]) -> None:
        for player_id in player_ids:
            if player_id in self._topics:
                self._topics[player_id].publish()
