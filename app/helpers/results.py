"""Results of long work that may be asked for again: kept up to a number of bytes, made once however many ask."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Final, Protocol, TypeVar, cast

from cachetools import LRUCache

AROUND: Final = 500  # bytes of a key and its slot, in addition to the value


class Sized(Protocol):
    """A value that knows how many bytes of memory it takes, about."""

    @property
    def size(self) -> int:
        """Bytes."""


T = TypeVar("T", bound=Sized)


class ResultCache:
    """The values last asked for, together at most `most` bytes; a larger one is made each time."""

    def __init__(self, most: int) -> None:
        self._held: LRUCache[Hashable, Sized] = LRUCache(most, getsizeof=lambda value: value.size + AROUND)
        self._making: dict[Hashable, asyncio.Task[Sized]] = {}

    @property
    def size(self) -> int:
        """Bytes that are held now."""
        return int(self._held.currsize)

    async def get(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """Return the value of `key`; if there is none, one `make` for all who ask meanwhile."""
        held = self._held.get(key)
        if held is not None:
            return cast("T", held)
        task = self._making.get(key)
        if task is None:
            task = self._making[key] = asyncio.ensure_future(make())
            task.add_done_callback(lambda done: self._made(key, done))
        # Shielded, so that one visitor who leaves does not break it for the others.
        return cast("T", await asyncio.shield(task))

    def _made(self, key: Hashable, task: asyncio.Task[T]) -> None:
        self._making.pop(key, None)
        if not task.cancelled() and task.exception() is None:
            value = task.result()
            if value.size + AROUND <= self._held.maxsize:
                self._held[key] = value

    def drop(self, key: Hashable) -> None:
        """Forget one."""
        self._held.pop(key, None)
