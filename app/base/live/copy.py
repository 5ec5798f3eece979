"""Copies, at this worker, of what is stored: one for all who read it here, loaded again when it has changed."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterator
from typing import Final, Generic, TypeVar

import structlog

from app.base.errors import AppError
from app.base.live.topic import Topic
from app.base.subscriber import Subscriber
from app.base.tasks import TaskHealth, TaskSet

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

MIN_INTERVAL: Final = 0.08  # seconds between two loads: changes in between come together
RETRY_DELAY: Final = 1.0  # seconds until the database is asked again after it was away
AWAY: Final = 500
"""Refusals from this status on are the site's own trouble, and pass; any other says that there is no such thing."""

log = structlog.get_logger(__name__)


class _Entry(Generic[T]):
    """One thing with its readers."""

    __slots__ = ("changes", "due", "is_known", "loaded", "loading", "readers", "value")

    value: T  # while it `is_known`

    def __init__(self) -> None:
        self.readers = Topic[Subscriber]()
        self.is_known = False
        self.changes = 0  # since it is followed, and how many of them the copy has
        self.loaded = 0
        self.due: float | None = None  # on the steady clock
        self.loading = asyncio.Lock()

    @property
    def is_stale(self) -> bool:
        """True if the copy lacks a change: until it has been loaded again, so that nobody gets it meanwhile."""
        return self.loaded != self.changes

    @property
    def is_due(self) -> bool:
        """True if the copy must be loaded again although nobody has said that it changed."""
        return self.due is not None and self.due <= time.monotonic()


class Copy(Generic[K, T]):
    """Things that are followed here, by their keys. Readers are woken once for each change, and need no database.

    `load(key, before)` returns the stored state; `before` is the copy so far. It raises AppError. `hint` tells other
    workers of a change here, at most once in MIN_INTERVAL seconds. `again` says in how many seconds a state must be
    loaded again although nobody has said that it changed. While the database is away the copy stays as it was.
    """

    def __init__(
        self,
        name: str,
        load: Callable[[K, T | None], Awaitable[T]],
        *,
        hint: Callable[[K], None] = lambda key: None,
        again: Callable[[T], float | None] = lambda state: None,
        health: TaskHealth | None = None,
    ) -> None:
        self._name = name
        self._load = load
        self._hint = hint
        self._again = again
        self._followed: dict[K, _Entry[T]] = {}
        self._changed_here: dict[K, None] = {}
        self._wake = asyncio.Event()
        self._tasks = TaskSet(health)

    @contextlib.asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Keep what is followed fresh within the block."""
        async with self._tasks:
            self._tasks.forever(self._name, self._keep_fresh)
            yield

    @contextlib.contextmanager
    def followed(self, key: K, reader: Subscriber) -> Iterator[None]:
        """Wake a reader at each change within the block."""
        followed = self._followed.setdefault(key, _Entry())
        try:
            with followed.readers.subscribed(reader):
                yield
        finally:
            if not followed.readers and self._followed.get(key) is followed:
                del self._followed[key]

    def __contains__(self, key: K) -> bool:
        """True if something is followed here."""
        return key in self._followed

    def loaded(self) -> list[tuple[K, T]]:
        """Return what is followed here as it was last loaded, by its key."""
        return [(key, one.value) for key, one in self._followed.items() if one.is_known]

    def known(self, key: K) -> T | None:
        """Return the copy as it was last loaded; None where there is none."""
        followed = self._followed.get(key)
        return followed.value if followed and followed.is_known else None

    async def current(self, key: K) -> T:
        """Return the present state, loaded once for all who follow it. AppError as `load` raises it."""
        followed = self._followed.get(key)
        if followed is None:
            return await self._load(key, None)
        if not followed.is_known or followed.is_stale:
            async with followed.loading:
                if not followed.is_known or followed.is_stale:
                    return await self._refresh(key, followed)
        return followed.value

    def changed(self, key: K) -> None:
        """Load something again, here and at the others: it has changed at this worker."""
        self._changed_here[key] = None
        self.stale(key)
        self._wake.set()

    def stale(self, key: K) -> None:
        """Load something again: it may have changed at another worker."""
        if key in self._followed:
            self._followed[key].changes += 1
            self._wake.set()

    def all_stale(self) -> None:
        """Load everything again: anything may have changed."""
        for key in self._followed:
            self.stale(key)

    async def _keep_fresh(self) -> None:
        while True:
            await self._wait()
            changed, self._changed_here = self._changed_here, {}
            for key in changed:
                self._hint(key)
            stale = [key for key, one in self._followed.items() if one.is_stale or one.is_due]
            if not all(await asyncio.gather(*map(self._try_to_refresh, stale))):
                self._wake.set()
                await asyncio.sleep(RETRY_DELAY)
            await asyncio.sleep(MIN_INTERVAL)

    async def _wait(self) -> None:
        """Wait for a change, or until the next copy is due."""
        due = min((one.due for one in self._followed.values() if one.due is not None), default=None)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(None if due is None else max(0.0, due - time.monotonic())):
                await self._wake.wait()
        self._wake.clear()

    async def _try_to_refresh(self, key: K) -> bool:
        """Load one thing again; False if that has to be tried once more."""
        followed = self._followed.get(key)
        if followed is None:
            return True
        try:
            async with followed.loading:
                if followed.is_stale or followed.is_due:
                    await self._refresh(key, followed)
        except AppError as error:
            if error.status < AWAY:
                return True
            log.info("copy_waits", of=self._name, code=error.code)
            return False
        return True

    async def _refresh(self, key: K, followed: _Entry[T]) -> T:
        """Load a state, and wake its readers if it differs from the one before."""
        before, changes = followed.value if followed.is_known else None, followed.changes
        try:
            found = await self._load(key, before)
        except AppError as error:
            if error.status < AWAY:
                followed.is_known, followed.loaded = False, changes
                followed.readers.publish()
            raise
        followed.loaded = changes
        pause = self._again(found)
        followed.due = None if pause is None else time.monotonic() + pause
        if pause is not None:
            self._wake.set()  # it may be due before the others
        if followed.is_known and found == followed.value:
            return followed.value
        followed.value, followed.is_known = found, True
        followed.readers.publish()
        return found
