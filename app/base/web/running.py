"""Work that lasts as long as a socket is open."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager

from starlette.websockets import WebSocketDisconnect

from app.base.tasks import log_failure


@asynccontextmanager
async def running(work: Coroutine[object, None, None]) -> AsyncIterator[None]:
    """Run `work` for as long as the block lasts. The block continues without it if it fails, which is logged; that the
    client has gone is no failure."""
    task = asyncio.create_task(work)
    task.add_done_callback(lambda done: log_failure(done, (WebSocketDisconnect,)))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
