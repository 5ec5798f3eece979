"""A signal between services of one process: handlers are called at once, and never wait."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")


class Signal(Generic[P]):
    """Calling it calls every handler."""

    def __init__(self) -> None:
        self._handlers: list[Callable[P, None]] = []

    def subscribe(self, handler: Callable[P, None]) -> None:
        """Call `handler` from now on."""
        self._handlers.append(handler)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> None:
        for handler in self._handlers:
            handler(*args, **kwargs)
