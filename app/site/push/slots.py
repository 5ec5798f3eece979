"""Slots for messages on their way out: how many at once, in all and for each key, so that one who is slow delays only
what is theirs. A message that waits for a slot of its own holds none that others need."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

from cachetools import LRUCache

WAITING: Final = 60.0  # seconds for a slot; notifications are claimed for longer
MAX_SILENT: Final = 10_000  # of which the last are known
FIRST_PAUSE: Final = 30.0  # seconds after the first time-out; then twice as long each time
LONGEST_PAUSE: Final = 3600.0


class Slots:
    """`at_once` slots in all; each key that is asked for has a number of its own."""

    def __init__(self, at_once: int) -> None:
        self._all = asyncio.Semaphore(at_once)
        self._of: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    @asynccontextmanager
    async def one(self, **keys: tuple[str, int]) -> AsyncIterator[None]:
        """Hold a slot within the block; `keys` have, by their kind, a value and the number of slots that it may hold.

        TimeoutError: none came free.
        """
        async with AsyncExitStack() as held:
            async with asyncio.timeout(WAITING):
                for kind, (value, most) in keys.items():
                    own = self._of.setdefault(f"{kind} {value}", asyncio.Semaphore(most))
                    await held.enter_async_context(own)
                await held.enter_async_context(self._all)
            yield


class _Silence(NamedTuple):
    times: int
    until: float


class SilentReceivers:
    """Receivers that gave no answer in time: each is left alone for a while, twice as long each time."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._known: LRUCache[str, _Silence] = LRUCache(MAX_SILENT)

    def is_known(self, receiver: str) -> bool:
        """True if the last message timed out."""
        return receiver in self._known

    def is_left_alone(self, receiver: str) -> bool:
        """True if it is too early for another message to this receiver."""
        known = self._known.get(receiver)
        return known is not None and self._clock() < known.until

    def timed_out(self, receiver: str) -> None:
        """Leave it alone."""
        known = self._known.get(receiver)
        times = 0 if known is None else known.times
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(times, 20))
        self._known[receiver] = _Silence(times + 1, self._clock() + pause)

    def answered(self, receiver: str) -> None:
        """Forget that it was silent."""
        self._known.pop(receiver, None)
