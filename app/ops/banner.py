"""The notices as the banner of an open page: pushed over its socket whenever they change."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import orjson
from starlette.websockets import WebSocket, WebSocketDisconnect

from app.ops.notices import Notices
from app.templating import templates


@asynccontextmanager
async def banner_pushed(socket: WebSocket) -> AsyncIterator[None]:
    """Within the block, the page at the other end shows the present notices."""
    task = asyncio.create_task(_push(socket))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _push(socket: WebSocket) -> None:
    notices: Notices = socket.app.state.notices
    with suppress(WebSocketDisconnect, RuntimeError), notices.reader() as changed:
        if not notices.shown():  # else the page may be older than they are
            await changed.wait()
        while True:
            changed.clear()
            html = templates(socket).text("banner.html").strip()
            swapped = re.sub(r"<div ", '<div hx-swap-oob="outerMorph" ', html, count=1)
            await socket.send_text(orjson.dumps({"banner": True, "content": swapped}).decode())
            await changed.wait()
