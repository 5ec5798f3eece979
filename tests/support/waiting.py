"""Waiting in tests: for something that is so sooner or later, never for a time that was enough on somebody's machine.

`time.sleep` and `asyncio.sleep` are refused elsewhere in the tests (tests/ruff.toml).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

DEADLINE = 120.0
"""Seconds until a test gives up: so many that only what never comes is given up. Results cost their own time."""
POLL_SECONDS = 0.02


def wait_until(condition: Callable[[], bool], complaint: str = "it never came") -> None:
    """Wait until something is so, in another thread or process."""
    give_up = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < give_up, complaint
        time.sleep(POLL_SECONDS)


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so, while this loop continues."""
    async with asyncio.timeout(DEADLINE):
        while not condition():  # noqa: ASYNC110 - what is waited for happens in other processes, too
            await asyncio.sleep(POLL_SECONDS)


async def until_found(condition: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something is so that must be asked for, in the database for example."""
    async with asyncio.timeout(DEADLINE):
        while not await condition():  # noqa: ASYNC110 - as above
            await asyncio.sleep(POLL_SECONDS)


async def others_go_on(times: int = 1) -> None:
    """Let all other tasks of the loop continue, so many times; no time passes."""
    for _ in range(times):
        await asyncio.sleep(0)


async def time_for_a_mistake(seconds: float) -> None:
    """Let time pass in which something must not happen. A slow machine does not fail the test: it happens later."""
    await asyncio.sleep(seconds)
