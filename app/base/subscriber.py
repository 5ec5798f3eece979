"""The one reader of a topic or a queue, which waits until there is something new."""

from __future__ import annotations

import asyncio


class Subscriber:
    """One task that waits for news; it is woken once, however much is new."""

    __slots__ = ("_is_awake", "_waiting")

    def __init__(self) -> None:
        self._is_awake = False
        self._waiting: asyncio.Future[None] | None = None  # of one task: an event is for many, and slower

    def wake(self) -> None:
        """Signal that there is something new."""
        self._is_awake = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def woken(self) -> None:
        """Wait until there is something new since the last time; one task alone does."""
        if not self._is_awake:
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        self._is_awake = False
