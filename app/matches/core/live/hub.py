"""Subscriptions to matches. A reader takes updates at its own pace: the newest state wins, nothing queues up."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Final

from app.base.subscriber import Subscriber
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.live.update import Change, Update
from app.matches.core.match_row import MatchRow
from app.matches.core.reader_role import ReaderRole
from engine.seat import Seat

Calling = tuple[MatchRow, tuple[Seat, ...], int]
MAX_LAG: Final = 8  # steps a reader may lag behind before they are merged into one update


class Subscription(Subscriber):
    """One connection's place in a match; `async for update in subscription` never ends on its own.

    The first update is the whole state. With `max_lag` 0 everything that waits comes as one update; so it does for a
    page that is not `in_front`, once it must call its player.
    """

    __slots__ = ("_known", "_role", "_row", "_started", "cursor", "in_front", "max_lag", "player_id", "live")

    def __init__(self, live: LiveMatch, player_id: str | None, max_lag: int = MAX_LAG) -> None:
        super().__init__()
        self.live = live
        self.player_id = player_id
        self.max_lag = max_lag
        self.cursor = 0
        self.in_front = True
        self._started = False
        self._known: Calling | None = None
        self._row = live.row  # of which `_role` is
        self._role = live.row.reader_of(player_id)

    @property
    def reader(self) -> ReaderRole:
        """The viewpoint of this connection; it changes when its player sits down."""
        row = self.live.row
        if row is not self._row:
            self._row, self._role = row, row.reader_of(self.player_id)
        return self._role

    def __aiter__(self) -> AsyncIterator[Update]:
        return self

    async def __anext__(self) -> Update:
        live, max_lag = self.live, self.max_lag
        if not self._started:
            self._started = True
            return self._taken(live.now())
        while self.cursor == live.last.number or not (self.in_front or self._is_called()):
            if not self.in_front:
                max_lag = 0
            live.reader_waits(self)
            await self.woken()
        return self._taken(live.after(self.cursor, max_lag))

    def put(self, *, in_front: bool) -> None:
        """Note whether this page is the tab in front: if so it gets what it has missed, as one update."""
        self.in_front = in_front
        self._known = calling_of(self.live.last) if self.cursor == self.live.last.number else None
        self.wake()

    def _taken(self, update: Update) -> Update:
        self.cursor = update.number
        if not self.in_front:
            self._known = calling_of(update.last)
        return update

    def _is_called(self) -> bool:
        """True if a page behind another tab must know the newest state; in its player's own turn nothing waits, because
        a page plays what follows on its own."""
        last = self.live.last
        return calling_of(last) != self._known or any(seat in last.to_act for seat in last.row.seats_of(self.player_id))


def calling_of(change: Change) -> Calling:
    """Return what calls the player of a page that is not in front: offers, clocks and the end (the row), who is awaited
    and in which turn."""
    position = change.match.position if change.match else None
    return change.row, change.to_act, position.turn if position else 0


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
