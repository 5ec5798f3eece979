"""Background tasks: endless ones are started again when they fail, short ones log what they raise."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Hashable
from typing import Final, Generic, TypeVar

from app.base.errors import AppError

FIRST_PAUSE: Final = 0.5  # seconds until failed work is started again; doubled with each further failure
LONGEST_PAUSE: Final = 30.0
STEADY: Final = 60.0  # seconds of work after which a failure counts as the first one again
RECENT: Final = 600.0  # seconds for which a failure is reported

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class TaskHealth:
    """The endless tasks of a site and their failures; `on_restart` gets the name of each task that is started again."""

    def __init__(self, on_restart: Callable[[str], None] = lambda name: None) -> None:
        self._on_restart = on_restart
        self._failed_at: dict[str, float] = {}
        self.names: set[str] = set()

    def record(self, name: str) -> None:
        """Record a failure."""
        self._failed_at[name] = time.monotonic()
        self._on_restart(name)

    @property
    def failing(self) -> list[str]:
        """The tasks that have failed within the last ten minutes."""
        since = time.monotonic() - RECENT
        return sorted(name for name, at in self._failed_at.items() if at > since)


class SharedWork(Generic[K, T]):
    """Work that is done once, however many wait for it; it continues when one of them gives up."""

    __slots__ = ("_tasks",)

    def __init__(self) -> None:
        self._tasks: dict[K, asyncio.Task[T]] = {}

    async def get(self, key: K, work: Callable[[], Coroutine[object, None, T]]) -> T:
        """Return the result of the work for this key; start it if it is not running."""
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.create_task(work())
            task.add_done_callback(lambda done: self._ended(key, done))
        return await asyncio.shield(task)

    def _ended(self, key: K, task: asyncio.Task[T]) -> None:
        del self._tasks[key]
        if not task.cancelled():
            task.exception()  # the waiting callers have it, if there are any left


class TaskSet:
    """The background tasks of one service, held here until they are done."""

    def __init__(self, health: TaskHealth | None = None) -> None:
        self._health = health or TaskHealth()
        self._tasks: set[asyncio.Task[object]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def forever(self, name: str, work: Callable[[], Coroutine[object, None, None]]) -> None:
        """Start endless work. It is started again after each failure, and has ended when it returns."""
        self._health.names.add(name)
        self._hold(self._supervise(name, work), name)

    def run(self, work: Coroutine[object, None, T]) -> asyncio.Task[T]:
        """Start short work that nobody needs to wait for; its exceptions are logged."""
        task = self._hold(work)
        task.add_done_callback(log_failure)
        return task

    async def __aenter__(self) -> None:
        """Hold the tasks of a block."""

    async def __aexit__(self, *_: object) -> None:
        """End what is under way."""
        await self.stop()

    def cancel(self) -> None:
        """Cancel what is under way, without waiting for it."""
        for task in self._tasks:
            task.cancel()

    async def stop(self) -> None:
        """Cancel what is under way, and wait until it has ended."""
        self.cancel()
        await self.join()

    async def join(self) -> None:
        """Wait until everything has ended on its own."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _hold(self, work: Coroutine[object, None, T], name: str | None = None) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _supervise(self, name: str, work: Callable[[], Coroutine[object, None, None]]) -> None:
        pause = FIRST_PAUSE
        while True:
            began = time.monotonic()
            try:
                return await work()
            except (Exception, asyncio.CancelledError) as error:
                if _is_cancelled():
                    raise
                if time.monotonic() - began > STEADY:
                    pause = FIRST_PAUSE
                self._health.record(name)
                _log(error, task=name, again_in=pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


def _is_cancelled() -> bool:
    """True if this task is being cancelled; else a CancelledError comes from something that it waited for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def log_failure(task: asyncio.Task[object], expected: tuple[type[Exception], ...] = ()) -> None:
    """Log the exception of a task that is done; refusals are logged where they happened."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, (AppError, *expected)):
        _log(error)


def _log(error: BaseException, **what: object) -> None:
    import structlog  # here: a browser that plays on its own runs no task, and need not load it

    structlog.get_logger(__name__).error("task_failed", **what, exc_info=error)
