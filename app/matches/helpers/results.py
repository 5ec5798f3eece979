"""Results of long work that may be needed again: the last so many are kept, each made once for all who wait."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Hashable
from typing import TypeVar, cast

from cachetools import LRUCache

from app.base.tasks import SharedWork

T = TypeVar("T")


class ResultCache:
    """The `most` values last used. Each has a bound of its own: a part of a page, or of a log."""

    def __init__(self, most: int) -> None:
        self._held: LRUCache[Hashable, object] = LRUCache(most)
        self._making = SharedWork[Hashable, object]()

    def __len__(self) -> int:
        return len(self._held)

    async def get(self, key: Hashable, make: Callable[[], Coroutine[object, None, T]]) -> T:
        """Return the value of `key`; if there is none, one `make` for all who ask meanwhile."""
        held = self._held.get(key)
        if held is not None:
            return cast("T", held)
        return cast("T", await self._making.get(key, lambda: self._made(key, make)))

    async def _made(self, key: Hashable, make: Callable[[], Coroutine[object, None, T]]) -> T:
        value = self._held[key] = await make()
        return value

    def drop(self, key: Hashable) -> None:
        """Forget one."""
        self._held.pop(key, None)
