"""The bound on the time of a connection's state."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Deadline:
    """A timer that can be set again and stopped. It holds its callback only while it runs: no cycle."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_set(self) -> bool:
        return self._timer is not None

    def set(self, seconds: float, expired: Callable[[], None]) -> None:
        """Call `expired` in this many seconds, unless it is stopped before."""
        self.stop()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._expire, expired)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _expire(self, expired: Callable[[], None]) -> None:
        self._timer = None
        expired()
