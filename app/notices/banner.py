"""The notices as the banner of an open page: pushed over its socket whenever they change."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from starlette.websockets import WebSocket

from app.live.server_messages import Banner
from app.notices.notices import Notices
from app.tasks import running
from app.web.services import service_of
from app.web.templating import Templates


@asynccontextmanager
async def banner_pushed(socket: WebSocket, say: Callable[[Banner], Awaitable[None]]) -> AsyncIterator[None]:
    """Keep the notices on a page current within the block.

    `say` sends to it, and raises WebSocketDisconnect when it has gone.
    """
    async with running(_follow(socket, say)):
        yield


async def _follow(socket: WebSocket, say: Callable[[Banner], Awaitable[None]]) -> None:
    notices = service_of(socket, Notices)
    with notices.subscribed() as changes:
        if not notices.shown():  # else the page may be older than they are
            await changes.woken()
        while True:
            html = service_of(socket, Templates).text("banner.html").strip()
            swapped = re.sub(r"<div ", '<div hx-swap-oob="outerMorph" ', html, count=1)
            await say({"type": "banner", "content": swapped})
            await changes.woken()
