"""Results of long work that may be needed again: kept up to a number of bytes, made once for all who wait."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Hashable
from typing import Final, Protocol, TypeVar, cast

from cachetools import LRUCache

from app.tasks import SharedWork

AROUND: Final = 500  # bytes of a key and its slot, in addition to the value


class Sized(Protocol):
    """A value that knows how many bytes of memory it takes, about."""

    @property
    def size(self) -> int:
        """Bytes."""


T = TypeVar("T", bound=Sized)


class ResultCache:
    """The values last used, together at most `most` bytes; a larger one is made each time."""

    def __init__(self, most: int) -> None:
        self._held: LRUCache[Hashable, Sized] = LRUCache(most, getsizeof=lambda value: value.size + AROUND)
        self._making = SharedWork[Hashable, Sized]()

    @property
    def size(self) -> int:
        """Bytes that are held now."""
        return int(self._held.currsize)

    async def get(self, key: Hashable, make: Callable[[], Coroutine[object, None, T]]) -> T:
        """Return the value of `key`; if there is none, one `make` for all who ask meanwhile."""
        held = self._held.get(key)
        if held is not None:
            return cast("T", held)
        return cast("T", await self._making.get(key, lambda: self._made(key, make)))

    async def _made(self, key: Hashable, make: Callable[[], Coroutine[object, None, T]]) -> T:
        value = await make()
        if value.size + AROUND <= self._held.maxsize:
            self._held[key] = value
        return value

    def drop(self, key: Hashable) -> None:
        """Forget one."""
        self._held.pop(key, None)
