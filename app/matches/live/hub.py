"""Subscriptions to matches. A reader takes updates at its own pace: the newest state wins, nothing queues up."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Final

from app.live.topic import Subscriber
from app.matches.live.live_match import LiveMatch
from app.matches.live.update import Update
from app.matches.reader_role import ReaderRole

MAX_LAG: Final = 8  # steps a reader may lag behind before they are merged into one update


class Subscription(Subscriber):
    """One connection's place in a match; `async for update in subscription` never ends on its own.

    The first update is the whole state. With `max_lag` 0 everything that waits comes as one update.
    """

    __slots__ = ("_started", "cursor", "max_lag", "player_id", "live")

    def __init__(self, live: LiveMatch, player_id: str | None, max_lag: int = MAX_LAG) -> None:
        super().__init__()
        self.live = live
        self.player_id = player_id
        self.max_lag = max_lag
        self.cursor = 0
        self._started = False

    @property
    def reader(self) -> ReaderRole:
        """The viewpoint of this connection; it changes when its player sits down."""
        return self.live.row.reader_of(self.player_id)

    def __aiter__(self) -> AsyncIterator[Update]:
        return self

    async def __anext__(self) -> Update:
        live = self.live
        if not self._started:
            self._started = True
            self.cursor = live.last.number
            return live.now()
        while self.cursor == live.last.number:
            await self.woken()
        update = live.after(self.cursor, self.max_lag)
        self.cursor = update.number
        return update


class Hub:
    """The subscriptions of this process, by match. `on_presence` is called when a match's own connections changed."""

    def __init__(self, on_presence: Callable[[LiveMatch], None]) -> None:
        self._on_presence = on_presence
        self.live_matches: dict[str, LiveMatch] = {}

    @property
    def sockets(self) -> int:
        """The number of open connections."""
        return sum(len(live.readers) for live in self.live_matches.values())

    def open(self, live: LiveMatch, player_id: str | None, max_lag: int = MAX_LAG) -> Subscription:
        """Listen to a live match; close it when the connection ends."""
        subscription = Subscription(live, player_id, max_lag)
        live.subscribe(subscription)
        self.live_matches[live.id] = live
        self._on_presence(live)
        return subscription

    def close(self, subscription: Subscription) -> None:
        """Stop listening; closing twice does nothing."""
        live = subscription.live
        if subscription not in live.readers:
            return
        live.unsubscribe(subscription)
        if not live.readers:
            self.live_matches.pop(live.id, None)
        self._on_presence(live)
