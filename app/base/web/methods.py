"""The methods of every address (RFC 9110): HEAD wherever there is GET, OPTIONS, and what pages of other sites may use
(CORS)."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

API: Final = "/api/"
OPEN_TO_ALL: Final = {
    "Access-Control-Allow-Origin": "*",  # with which no browser shows what it has asked for with a cookie
    "Access-Control-Expose-Headers": "Retry-After, X-Request-Id",
}
"""For every answer of the API: a page elsewhere reads what a program without a cookie could."""
PREFLIGHT: Final = {
    **OPEN_TO_ALL,
    "Access-Control-Allow-Headers": "Accept-Language, Authorization, Content-Type, Idempotency-Key",
    "Access-Control-Max-Age": "86400",
}


def allowed(scope: Scope) -> str:
    """Return the methods of an address as `Allow` lists them; "" where there is no such address."""
    found: set[str] = set()
    for route in scope["app"].routes:
        if isinstance(route, Route) and route.path_regex.match(scope["path"]):
            found |= route.methods or set()
    if "GET" in found:
        found.add("HEAD")
    return ", ".join(sorted(found | {"OPTIONS"})) if found else ""


class Methods:
    """ASGI middleware: answers OPTIONS, and HEAD as the GET that it stands for, without the body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or pass on."""
        method = scope.get("method")
        if method == "OPTIONS" and (methods := allowed(scope)):
            cors = {**PREFLIGHT, "Access-Control-Allow-Methods": methods} if scope["path"].startswith(API) else {}
            await Response(status_code=204, headers={"Allow": methods, **cors})(scope, receive, send)
        else:  # the server leaves the body of an answer to HEAD away
            await self.app({**scope, "method": "GET"} if method == "HEAD" else scope, receive, send)
