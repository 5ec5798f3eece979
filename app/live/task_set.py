"""`TaskSet`: work that nobody waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine


class TaskSet:
    """Tasks under way, held here until they are done.

    What one raises is let go: it is logged where it happened, and whoever began the task looks again later.
    """

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def do(self, work: Coroutine[object, None, None]) -> None:
        """Begin this work."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def cancel(self) -> None:
        """End what is under way, and do not wait for it."""
        for task in self._tasks:
            task.cancel()

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()
