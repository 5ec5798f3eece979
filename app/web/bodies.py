"""Limits on the size of requests."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.errors import AppError, Code
from app.web.error_pages import error_response

MAX_BODY: Final = 64 * 1024
LARGER: Final = {"/replays": 640 * 1024}
"""Paths that take more: a record of a long match."""


class BodyLimit:
    """ASGI middleware: refuses a request body beyond `limit` bytes with 413, also one that does not say its length.

    The paths of LARGER may have more.
    """

    def __init__(self, app: ASGIApp, limit: int = MAX_BODY) -> None:
        self.app = app
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on while the body is short enough."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "0")
        left = LARGER.get(scope["path"], self._limit)
        if not length.isdigit() or int(length) > left:
            refusal = AppError(Code.too_large)
            await error_response(Request(scope, receive), refusal)(scope, receive, send)
            return

        async def counted() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise HTTPException(413)  # FastAPI lets this kind through when it reads a body
            return message

        await self.app(scope, counted, send)
