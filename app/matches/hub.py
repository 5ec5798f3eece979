"""Who listens to which match. A reader takes updates at its own pace: the newest state wins, nothing queues up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Final

from app.matches.models import Viewer
from app.matches.room import Room, Update

PATIENCE: Final = 8  # steps a reader may lag behind before they are merged into one update


class Subscription:
    """One connection's place in a match; `async for update in subscription` never ends by itself.

    The first update is the whole state. With `patience` 0 everything that waits comes as one update.
    """

    __slots__ = ("_started", "_wake", "cursor", "patience", "player_id", "room")

    def __init__(self, room: Room, player_id: str | None, patience: int = PATIENCE) -> None:
        self.room = room
        self.player_id = player_id
        self.patience = patience
        self.cursor = 0
        self._started = False
        self._wake = asyncio.Event()

    @property
    def viewer(self) -> Viewer:
        """The seat through which this connection looks; it changes when its player takes a seat."""
        return self.room.meta.seat_of(self.player_id)

    def wake(self) -> None:
        """There is something new."""
        self._wake.set()

    def __aiter__(self) -> AsyncIterator[Update]:
        return self

    async def __anext__(self) -> Update:
        room = self.room
        if not self._started:
            self._started = True
            self.cursor = room.last.number
            return room.now()
        while self.cursor == room.last.number:
            self._wake.clear()
            await self._wake.wait()
        update = room.after(self.cursor, self.patience)
        self.cursor = update.number
        return update


class Hub:
    """The subscriptions of this process, by room. `on_presence` hears when a room's own connections changed."""

    def __init__(self, on_presence: Callable[[Room], None]) -> None:
        self._on_presence = on_presence
        self.rooms: dict[str, Room] = {}

    @property
    def sockets(self) -> int:
        """How many connections listen."""
        return sum(len(room.readers) for room in self.rooms.values())

    def open(self, room: Room, player_id: str | None, patience: int = PATIENCE) -> Subscription:
        """Listen to a room; close it when the connection ends."""
        subscription = Subscription(room, player_id, patience)
        room.readers.add(subscription)
        self.rooms[room.id] = room
        self._on_presence(room)
        return subscription

    def close(self, subscription: Subscription) -> None:
        """Stop listening; closing twice does nothing."""
        room = subscription.room
        if subscription not in room.readers:
            return
        room.readers.discard(subscription)
        if not room.readers:
            self.rooms.pop(room.id, None)
        self._on_presence(room)
