"""Queues of requests for a bot's turn: one for each address, so that none delays the others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from cachetools import LRUCache

from app.base.errors import AppError, Code

MAX_WAITING: Final = 40
"""The length of a queue at which no further match is opened: a whole class may play from one address."""
OWNERS_CACHE_SIZE: Final = 50_000
RETRY_SECONDS: Final = 10


class QuestionQueue:
    """The questions of one owner, an address or a guest."""

    def __init__(self, at_once: int) -> None:
        self.waiting = 0
        self.slots = asyncio.Semaphore(at_once)


class BotQueues:
    """The queues of this worker, by owner.

    `at_once` questions of a queue may be in a process, or wait for one with those of others; `most` is the length at
    which no further match is opened, 0: no limit.
    """

    def __init__(self, at_once: int, most: int) -> None:
        self._at_once = at_once
        self.most = most
        self._queues: dict[str, QuestionQueue] = {}
        self._owners: LRUCache[str, str] = LRUCache(OWNERS_CACHE_SIZE)

    @property
    def questions(self) -> int:
        """The number of questions in a process or waiting, in all queues."""
        return sum(queue.waiting for queue in self._queues.values())

    def admit(self, match_id: str, owner: str) -> None:
        """Assign the bot of a new match to the owner's queue; AppError(too_many_bot_matches) if it is too long."""
        queue = self._queues.get(owner)
        if queue is not None and 0 < self.most <= queue.waiting:
            raise AppError(Code.too_many_bot_matches, seconds=RETRY_SECONDS, number=queue.waiting)
        self._owners[match_id] = owner

    def owner_of(self, match_id: str, otherwise: str) -> str:
        """Return the owner of a match's queue; `otherwise` if this worker does not know it."""
        return self._owners.get(match_id, otherwise)

    @asynccontextmanager
    async def slot(self, owner: str) -> AsyncIterator[QuestionQueue]:
        queue = self._queues.setdefault(owner, QuestionQueue(self._at_once))
        queue.waiting += 1
        try:
            async with queue.slots:
                yield queue
        finally:
            queue.waiting -= 1
            if not queue.waiting:
                del self._queues[owner]
