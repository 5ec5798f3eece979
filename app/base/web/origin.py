"""Protection against other sites: only this site's own pages may send forms and open sockets.

Browsers send `Origin` with every socket and every unsafe request of another site; programs, which hold no one else's
cookie, need not send it. Pages of other sites may use the API as programs do: without a cookie, and so that no form can
send it.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from app.base.errors import AppError, Code
from app.base.web.error_pages import refuse_connection
from app.base.web.logs import log, logged_path
from app.base.web.methods import API

SAFE: Final = {"GET", "HEAD", "OPTIONS"}


class OriginCheck:
    """ASGI middleware: refuses unsafe requests and sockets unless Origin is `base_url` (empty: the host asked for)."""

    def __init__(self, app: ASGIApp, base_url: str = "") -> None:
        self.app = app
        self._base_url = base_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, or refuse with 403."""
        unsafe = scope["type"] == "websocket" or (scope["type"] == "http" and scope["method"] not in SAFE)
        if not unsafe or self._welcome(scope) or _is_program(scope):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        expected, received = self._base_url or headers.get("host", ""), headers.get("origin", "")[:200]
        log.warning("wrong origin", expected=expected, received=received, path=logged_path(scope))
        await refuse_connection(scope, receive, send, AppError(Code.wrong_origin))

    def _welcome(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
        if self._base_url:
            expected, received = self._base_url, origin
        else:
            # Behind a proxy only the host is certain: the scheme may have changed on the way.
            expected, received = headers.get("host", ""), urlsplit(origin).netloc
        return received != "" and received.lower() == expected.lower()


def _is_program(scope: Scope) -> bool:
    """True for what a script elsewhere sends to the API without a cookie. No form can send this type or this
    header: the answer to a form could change the browser's cookie."""
    headers = Headers(scope=scope)
    if not scope["path"].startswith(API) or "cookie" in headers:
        return False
    is_json = headers.get("content-type", "").startswith("application/json")
    return scope["type"] == "websocket" or "authorization" in headers or is_json
