"""Security headers of every answer: nothing from elsewhere, nothing inline, no frames, no guessing of types.

A page asks for a hundred small files, whose headers would weigh as much as they do: those get only the headers that
matter for files.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from http import HTTPStatus
from typing import Final

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.base.web.assets import PREFIX
from app.base.web.http import loopback_host
from app.base.web.methods import API, OPEN_TO_ALL


def policy(framed_by: str = "'none'") -> str:
    """Return what a page may load, and which pages may show it inside them, as Content-Security-Policy says it."""
    directives = (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        f"frame-ancestors {framed_by}",
    )
    return "; ".join(directives)


HEADERS: Final = {
    "Content-Security-Policy": policy(),
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
OPENER: Final = {"Cross-Origin-Opener-Policy": "same-origin"}
"""For pages by https or of this machine: anywhere else a browser ignores it, and complains in its console."""
ASSET_HEADERS: Final = {"X-Content-Type-Options": "nosniff"}
DRAWING_HEADERS: Final = {"Content-Security-Policy": "default-src 'none'", **ASSET_HEADERS}
"""For SVG files, which a browser may also show as documents."""


TABLE_WORKER: Final = "/js/offline/worker.js"
TABLE_WORKER_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    **ASSET_HEADERS,
}
"""For the worker that plays without a connection: it alone may run WebAssembly."""


NOT_STORED: Final = {"Cache-Control": "no-store"}
"""Each answer is somebody's own, and of this moment, unless a route says otherwise; a refusal, too, which a cache
might keep if it said nothing."""
PAGE_HEADERS: Final = {**HEADERS, **NOT_STORED}
API_HEADERS: Final = {**PAGE_HEADERS, **OPEN_TO_ALL}


CACHED_STATUSES: Final = (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED)


class SecurityHeaders:
    """ASGI middleware: adds HEADERS to every answer that does not set them itself, more to the API's, fewer to
    files."""

    def __init__(self, app: ASGIApp, base_url: str = "") -> None:
        self.app = app
        self._base_url = base_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_file = scope["type"] == "http" and scope["path"].startswith(f"{PREFIX}/")
        of_a_file = _of_a_file(scope["path"]) if is_file else ASSET_HEADERS
        others = API_HEADERS if scope.get("path", "").startswith((API, "/openapi.json")) else PAGE_HEADERS

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = of_a_file if is_file and message["status"] in CACHED_STATUSES else others
                if not is_file and is_trustworthy(Request(scope), self._base_url):
                    added = {**added, **OPENER}
                present = {name.lower() for name, _ in message["headers"]}
                missing = [(name, value) for name, value in _raw(tuple(added.items())) if name not in present]
                message["headers"] = [*message["headers"], *missing]
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


@lru_cache
def _raw(headers: tuple[tuple[str, str], ...]) -> list[tuple[bytes, bytes]]:
    """Return headers as a message has them."""
    return [(name.lower().encode(), value.encode()) for name, value in headers]


def is_trustworthy(request: Request, base_url: str) -> bool:
    """True if browsers take the site's address for one that nobody in between can change."""
    is_https = f"{base_url or request.scope['scheme']}:".startswith("https:")
    return is_https or loopback_host(f"http://{request.headers.get('host', '')}") != ""


def _of_a_file(path: str) -> Mapping[str, str]:
    if path.endswith(TABLE_WORKER):
        return TABLE_WORKER_HEADERS
    return DRAWING_HEADERS if path.endswith(".svg") else ASSET_HEADERS
