"""JSON in and out by orjson: fast, and strict where the standard library accepts values that cannot be stored; the
site's address."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final
from urllib.parse import urlsplit

import orjson
from fastapi import Request
from fastapi.routing import APIRoute
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse, Response

from app.base.errors import Code, malformed
from app.base.setting_types import LOOPBACK
from app.base.settings import Settings
from app.base.web.services import service_of

MAX_NUMBER: Final = 2**31 - 1  # of a query or a form: more fits into no column
BODILESS: Final = ("GET", "HEAD", "OPTIONS")
_NONE: Final = re.compile(r"q\s*=\s*0(\.0*)?")
_ESCAPED_ZERO: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


class StrictRequest(Request):
    """A request whose JSON body may hold no NaN and no half of a character.

    A number beyond 64 bits comes as a fraction, which no schema accepts as a whole one.
    """

    async def json(self) -> object:
        """Return the body; raises json.JSONDecodeError."""
        if not hasattr(self, "_json"):
            self._json = orjson.loads(await self.body())
        return self._json


class StrictRoute(APIRoute):
    # The type is FastAPI's.
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def strict(request: Request) -> Response:
            strictly = StrictRequest(request.scope, request.receive)
            if request.method not in BODILESS and holds_zero(await strictly.body()):
                raise malformed(Code.not_storable)
            return await handle(strictly)

        return strict


def holds_zero(text: bytes | str) -> bool:
    """True if some text or key of this JSON holds U+0000, which PostgreSQL cannot store."""
    if isinstance(text, str):
        return "u0000" in text and holds_zero(text.encode())
    return _ESCAPED_ZERO.search(text) is not None


def takes(connection: HTTPConnection, coding: str) -> bool:
    """True if the client accepts an answer in this coding, such as "br" (Accept-Encoding, RFC 9110)."""
    wanted: dict[str, bool] = {}
    for part in connection.headers.get("accept-encoding", "").lower().split(","):
        name, _, weight = part.partition(";")
        wanted[name.strip()] = _NONE.fullmatch(weight.strip()) is None
    return wanted.get(coding, wanted.get("*", False))


def json_response(body: bytes | str) -> Response:
    """Return an answer whose JSON is ready."""
    return Response(body, media_type="application/json", headers={"Cache-Control": "no-store"})


def see_other(path: str) -> Response:
    """Lead the browser to another page after a form, which it then requests by GET (303)."""
    return RedirectResponse(path, 303)


@dataclass(frozen=True, slots=True)
class Packed:
    """A text kept compressed by gzip, and sent so to clients that accept it."""

    gzip: bytes

    @classmethod
    def of(cls, text: str) -> Packed:
        """Return the text, compressed now."""
        return cls(gzip.compress(text.encode(), compresslevel=5, mtime=0))

    @property
    def text(self) -> str:
        """The text."""
        return gzip.decompress(self.gzip).decode()

    def response(self, request: Request, media_type: str) -> Response:
        """Return an uncacheable response with the text."""
        headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
        if not takes(request, "gzip"):
            return Response(self.text, media_type=media_type, headers=headers)
        return Response(self.gzip, media_type=media_type, headers={**headers, "Content-Encoding": "gzip"})


def is_secure(connection: HTTPConnection) -> bool:
    """True if the visitor uses https, so that cookies may be restricted to it."""
    return site_url(connection).startswith("https:")


@lru_cache
def loopback_host(link: str) -> str:
    """Return the host of a link that only its own device can open; "" for any other."""
    host = urlsplit(link).hostname or ""
    is_local = host in LOOPBACK or host.endswith(".localhost") or host.startswith("127.")
    return host if is_local else ""


def site_url(connection: HTTPConnection) -> str:
    """Return the address of this site, without a slash at the end: that of its pages, also to a socket."""
    site = service_of(connection, Settings).base_url or str(connection.base_url).rstrip("/")
    return site.replace("ws", "http", 1) if site.startswith("ws") else site


def typed_address(site: str) -> str:
    """Return what one types into a browser to open a site: its address (`site_url`) without the scheme."""
    return site.partition("://")[2]
