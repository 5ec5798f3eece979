"""The time a message takes from this worker through Redis and back.

Another worker gets it about as late. One worker's own steady clock measures that: those of two machines may differ.
"""

from __future__ import annotations

import math
import time
from typing import Final

ECHO_EVERY: Final = 2.0  # seconds


class Echo:
    """The messages that were sent to come back; one that is lost is followed by the next."""

    def __init__(self) -> None:
        self._last = math.nan
        self._waiting_since: float | None = None
        self._due = 0.0

    @property
    def seconds(self) -> float:
        """The seconds that the last one took, or since when none has come back, if that is long; NaN: none ever
        came."""
        waited = 0.0 if self._waiting_since is None else time.monotonic() - self._waiting_since
        return waited if waited > ECHO_EVERY else self._last

    @property
    def is_due(self) -> bool:
        """True if it is time for the next echo."""
        return time.monotonic() >= self._due

    def send(self) -> float:
        """Begin to measure; returns what the message has to bring back."""
        now = time.monotonic()
        self._due = now + ECHO_EVERY
        if self._waiting_since is None:
            self._waiting_since = now
        return now

    def receive(self, brought: object) -> None:
        """End measuring; a number that is not ours is ignored."""
        if isinstance(brought, float):
            self._last, self._waiting_since = time.monotonic() - brought, None

    def forget(self) -> None:
        """Wait for nothing any more: the connection is lost."""
        self._last, self._waiting_since = math.nan, None
