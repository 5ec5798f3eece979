"""The limit on websockets that one address may have open at a worker."""

from __future__ import annotations

from collections import Counter
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from app.errors import AppError, Code
from app.web.limits import address_of
from app.web.origin import refuse_socket

RETRY_SECONDS: Final = 30


class SocketLimit:
    """ASGI middleware: refuses a socket of an address that has `most` of them; 0 refuses none.

    Here, other than at the door, a trusted proxy has told for whom it asks.
    """

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app = app
        self._most = most
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, counted while it lasts, or refuse with 429."""
        if scope["type"] != "websocket" or not self._most:
            await self.app(scope, receive, send)
            return
        address = address_of(HTTPConnection(scope))
        if self._open[address] >= self._most:
            socket = WebSocket(scope, receive, send)
            await socket.receive()
            await refuse_socket(socket, AppError(Code.too_many_sockets, seconds=RETRY_SECONDS, most=self._most))
            return
        self._open[address] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]
