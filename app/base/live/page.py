"""Live pages and streams: parts that follow copies, and are sent again when they differ from what was sent before."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractContextManager, ExitStack, asynccontextmanager, nullcontext

from starlette.websockets import WebSocket

from app.base.live.client_messages import HELLO
from app.base.live.connection import Connection
from app.base.live.copy import MIN_INTERVAL
from app.base.live.server_messages import Encoded, joined
from app.base.subscriber import Subscriber
from app.base.web.running import running


class LiveZone(ABC):
    """A part of an open page, or of a program's stream."""

    def followed(self, reader: Subscriber) -> AbstractContextManager[object]:
        """Wake a reader within the block whenever the part may have changed."""
        return nullcontext()

    @abstractmethod
    async def frame(self) -> Encoded | None:
        """Return the part as it is now; None where there is nothing to send. AppError while the database is away."""


@asynccontextmanager
async def zones_sent(connection: Connection, zones: Sequence[LiveZone], failure: str) -> AsyncIterator[None]:
    """Send the zones within the block that differ from what was sent last, together; `failure` is how it is logged."""
    with ExitStack() as stack:
        reader = Subscriber()
        for zone in zones:
            stack.enter_context(zone.followed(reader))
        async with running(connection.push(lambda: _follow(connection, zones, reader), failure)):
            yield


async def _follow(connection: Connection, zones: Sequence[LiveZone], reader: Subscriber) -> None:
    sent: dict[LiveZone, Encoded] = {}
    while True:
        looked = time.monotonic()
        changed = []
        for zone in zones:
            frame = await zone.frame()
            if frame is not None and sent.get(zone) != frame:
                sent[zone] = frame
                changed.append(frame)
        for message in joined(tuple(changed)):
            await connection.send_zone(message)
        await reader.woken()
        if (early := looked + MIN_INTERVAL - time.monotonic()) > 0:
            await asyncio.sleep(early)  # changes in between come together


class LiveStream(Connection):
    """The socket of a program that is sent these zones, and sends nothing but signs of life."""

    def __init__(self, socket: WebSocket, zones: Sequence[LiveZone], failure: str) -> None:
        super().__init__(socket)
        self.zones = zones
        self.failure = failure

    async def run(self) -> None:
        """Send what changes until the socket closes."""
        async with zones_sent(self, self.zones, self.failure):
            await self.take_messages(HELLO, self.answer_hello)


class LivePage(LiveStream):
    """The socket of an open page, which reloads where it cannot be kept up to date."""

    fail = Connection.let_reload
