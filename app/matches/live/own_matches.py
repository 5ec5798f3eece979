"""A topic for each player: something about their own matches has changed, never what. A worker wakes its own readers,
and sends the other workers a hint; the truth is read from the database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from app.live.topic import Subscriber

GAP: Final = 0.08  # seconds between two reads of a reader: changes in between come together


class TopicReader(Subscriber):
    """One socket's subscription; `async for _ in reader` goes round once, then after news, and never ends by itself."""

    __slots__ = ()

    async def __aiter__(self) -> AsyncIterator[None]:
        while True:
            yield
            await asyncio.sleep(GAP)
            await self.woken()
