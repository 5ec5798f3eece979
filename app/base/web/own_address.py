"""Visitors who come by another name than CLASH_BASE_URL, `www.` or an address in the local network: their pages would
look alive, but their forms and sockets are refused (`OriginCheck`). Led to the site's own address (308)."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from app.base.web.error_pages import wants_html

BY_MACHINES: Final = ("/healthz", "/readyz", "/metrics", "/status")
"""Asked for at the names of single workers, by their hosts too."""
LED: Final = "led"
"""The cookie of a browser that was led here just now. If it comes back at once, it was here already: the proxy calls
the site by another name than visitors do, and leading once more would never end."""
LED_SECONDS: Final = 10
PORTS: Final = {"http": 80, "https": 443}


class OwnAddress:
    """ASGI middleware: leads a visitor who opens a page at another host than that of `base_url` there. Programs are
    answered anywhere: whatever asks for something else than a page, and every socket and form."""

    def __init__(self, app: ASGIApp, base_url: str) -> None:
        self.app = app
        self._base_url = base_url
        self._host = _host(base_url)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, or lead elsewhere."""
        if scope["type"] == "http" and self._is_elsewhere(Request(scope)):
            asked = scope["raw_path"] + (b"?" + scope["query_string"] if scope["query_string"] else b"")
            answer = RedirectResponse(self._base_url + asked.decode("latin-1"), 308, {"Cache-Control": "no-store"})
            answer.set_cookie(LED, "1", LED_SECONDS, httponly=True, samesite="lax")  # by http and https
            await answer(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _is_elsewhere(self, request: Request) -> bool:
        host = _host(f"{urlsplit(self._base_url).scheme}://{request.headers.get('host', '')}")
        if not host or host == self._host or LED in request.cookies:
            return False
        is_opened = request.headers.get("sec-fetch-mode", "navigate") == "navigate" and wants_html(request)
        return request.method in ("GET", "HEAD") and is_opened and not request.url.path.startswith(BY_MACHINES)


def _host(url: str) -> tuple[str, int] | None:
    """Return the host and the port of a URL; None if it has none."""
    try:
        parts = urlsplit(url)
        return (parts.hostname, parts.port or PORTS[parts.scheme]) if parts.hostname else None
    except ValueError:
        return None
