"""Do one kind of work for many things, some at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


async def each(things: Iterable[T], work: Callable[[T], Awaitable[R]], at_once: int = 20) -> list[R]:
    """Return the results in the order of the things."""
    limit = asyncio.Semaphore(at_once)

    async def one(thing: T) -> R:
        async with limit:
            return await work(thing)

    return await asyncio.gather(*(one(thing) for thing in things))
