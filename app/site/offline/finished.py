"""Work of the site's services in a browser, where nothing is waited for."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TypeVar, cast

T = TypeVar("T")


def finished(work: Coroutine[object, None, T]) -> T:
    """Return the result of work that waits for nothing."""
    try:
        work.send(None)
    except StopIteration as end:
        return cast("T", end.value)
    raise RuntimeError("it waits for something")
