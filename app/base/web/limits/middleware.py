"""`ConnectionCost`: the price of every request and every websocket, before it is let in."""

from __future__ import annotations

import re
from typing import Final

from fastapi.exceptions import HTTPException
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.base.errors import AppError, Code, malformed
from app.base.web import assets
from app.base.web.error_pages import refuse_connection
from app.base.web.limits import RateLimits
from app.base.web.limits.addresses import OpenCount, address_of
from app.base.web.limits.table import TABLE
from app.base.web.services import service_of

MAX_BODY: Final = 64 * 1024
LARGER: Final = dict.fromkeys(("/replays", "/studies/import"), 640 * 1024)
"""Paths whose bodies may be larger: a record of a long match, a study."""
FORM: Final = "application/x-www-form-urlencoded"
ZERO: Final = re.compile(rb"%00|\0")
RETRY_SECONDS: Final = 30


class ConnectionCost:
    """ASGI middleware: charges requests and websockets (429), and limits the websockets of an address (429) and the
    bytes of a body, also one without a stated length (413). Here, other than where connections are counted, a trusted
    proxy has named the client's address."""

    def __init__(self, app: ASGIApp, most_sockets: int) -> None:
        self.app = app
        self._sockets = OpenCount(most_sockets)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        address, is_socket = address_of(connection), scope["type"] == "websocket"
        is_file = not is_socket and scope["path"].startswith(assets.PREFIX)
        try:
            await service_of(connection, RateLimits).pay(connection, TABLE["file" if is_file else scope["type"]].price)
            if "\0" in scope["path"] or b"%00" in scope["query_string"]:
                raise malformed(Code.not_storable)
            if not is_socket:
                receive = _bounded(scope, receive)
            elif not self._sockets.has_room(address):
                raise AppError(Code.too_many_sockets, seconds=RETRY_SECONDS, most=self._sockets.most)
        except AppError as refusal:
            await refuse_connection(scope, receive, send, refusal)
            return
        if not is_socket:
            await self.app(scope, receive, send)
            return
        self._sockets.open(address)
        try:
            await self.app(scope, receive, send)
        finally:
            self._sockets.close(address)


def _bounded(scope: Scope, receive: Receive) -> Receive:
    """Return a `receive` that ends a body which is too long, or a form with U+0000, which
    PostgreSQL cannot store; AppError(too_large) at once where its stated length is too large."""
    headers = Headers(scope=scope)
    length, is_form = headers.get("content-length", "0"), headers.get("content-type", "").startswith(FORM)
    end = b""
    left = LARGER.get(scope["path"], MAX_BODY)
    if not length.isdigit() or int(length) > left:
        raise AppError(Code.too_large)

    async def counted() -> Message:
        nonlocal left, end
        message = await receive()
        body = message.get("body", b"")
        left -= len(body)
        if left < 0:
            raise HTTPException(413)  # FastAPI lets this kind through when it reads a body
        if is_form and ZERO.search(end + body):
            raise HTTPException(400, Code.not_storable)
        end = (end + body)[-2:]
        return message

    return counted
