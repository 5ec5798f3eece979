"""The status with which an address outside has answered, for the player who presses for a test message."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Final

_ANSWERED: Final[ContextVar[int | None]] = ContextVar("answered", default=None)


def note(status: int | None) -> None:
    """Note how the address has answered to which this task has just sent; None: it has not sent anything yet."""
    _ANSWERED.set(status)


def noted() -> int | None:
    """Return the status of this task's last answer."""
    return _ANSWERED.get()
