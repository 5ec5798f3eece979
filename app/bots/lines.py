"""The lines of requests that wait for a bot's thought: one for each address, so that none lengthens another's."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from cachetools import LRUCache

from app.errors import AppError, Code

MOST_WAITING: Final = 40
"""Questions of one line that may already wait when a match is opened: a whole class may play from one address."""
KEPT_MATCHES: Final = 50_000
RETRY_SECONDS: Final = 10


class QuestionLine:
    """The questions of one address: those that wait, and the turn that each gets."""

    def __init__(self, at_once: int) -> None:
        self.waiting = 0
        self.turn = asyncio.Semaphore(at_once)


class BotLines:
    """The lines of this worker. `at_once` questions of a line may be thought about or wait with those of others;
    `most` is how many of a line may wait when a match is opened, 0: any number."""

    def __init__(self, at_once: int, most: int) -> None:
        self._at_once = at_once
        self._most = most
        self._lines: dict[str, QuestionLine] = {}
        self._askers: LRUCache[str, str] = LRUCache(KEPT_MATCHES)

    def admit(self, match_id: str, asker: str) -> None:
        """Note in whose line the bot of a new match stands; AppError(too_many_bot_matches) if it is too long."""
        line = self._lines.get(asker)
        if line is not None and 0 < self._most <= line.waiting:
            raise AppError(Code.too_many_bot_matches, seconds=RETRY_SECONDS, number=line.waiting)
        self._askers[match_id] = asker

    def asker_of(self, match_id: str, otherwise: str) -> str:
        """Return in whose line the bot of a match stands; `otherwise` where that was not noted here."""
        return self._askers.get(match_id, otherwise)

    @asynccontextmanager
    async def turn(self, asker: str) -> AsyncIterator[QuestionLine]:
        """Wait for one's turn in a line, and keep it for the block."""
        line = self._lines.setdefault(asker, QuestionLine(self._at_once))
        line.waiting += 1
        try:
            async with line.turn:
                yield line
        finally:
            line.waiting -= 1
            if not line.waiting:
                del self._lines[asker]
