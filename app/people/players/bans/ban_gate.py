"""Refuses requests and sockets of banned networks before anything else happens."""

from __future__ import annotations

from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from app.base.errors import AppError
from app.base.web.error_pages import refuse_connection
from app.base.web.services import service_in, service_of
from app.people.players.bans.bans import BanList
from app.people.players.bans.open_sockets import SOCKET, OpenSocket, OpenSockets

OPEN: Final = ("/admin", "/healthz", "/readyz", "/metrics")
"""The host's own page, and the calls of machines. Static files do not come here: the page of refusal needs them."""


class BanGate:
    """ASGI middleware: refuses requests and sockets of a network that is kept out (AppError(banned)), and registers
    open sockets, so that a ban can end them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, or refuse."""
        if scope["type"] in ("http", "websocket") and not scope["path"].startswith(OPEN):
            connection = HTTPConnection(scope)
            try:
                await service_of(connection, BanList).check("ban", None, connection)
            except AppError as refusal:
                if refusal.code == "banned":  # else the database is away, which is reported where it is needed
                    await refuse_connection(scope, receive, send, refusal)
                    return
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        socket = scope[SOCKET] = OpenSocket(scope, receive, send)
        sockets = service_in(scope, OpenSockets)
        sockets.opened(socket)
        try:
            await self.app(scope, socket.receive, socket.send)
        finally:
            sockets.closed(socket)
            await socket.refuse_and_close()
