"""The choice of a visitor's language: the cookie, else the browser's best match, else English."""

from functools import lru_cache
from typing import Final

from babel import negotiate_locale
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from app.base.i18n.catalogue import DEFAULT, LANGUAGES
from app.base.i18n.current import use_language

COOKIE = "language"
EMBEDDED = "/embed"
"""Pages inside those of other sites: no cookie of the reader is read for them."""
CACHE_SIZE: Final = 512
KEPT_LENGTH: Final = 200
"""Letters of a header that is remembered; browsers send fewer than a hundred."""
RENAMED = {"iw": "he"}  # what some browsers still call a language, and its code of today


def accepted(header: str) -> list[str]:
    """Return the languages of an Accept-Language header, most wanted first, malformed ones left out."""
    wanted: list[tuple[float, str]] = []
    for part in header.split(",")[:20]:
        tag, _, quality = part.strip().partition(";")
        try:
            weight = float(quality.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        if tag and weight > 0:
            wanted.append((-weight, _of_today(tag.strip())))
    return [tag for _, tag in sorted(wanted, key=lambda pair: pair[0])]


def _of_today(tag: str) -> str:
    language, hyphen, region = tag.partition("-")
    small = language.lower()  # a header's case says nothing, and Babel would give it back
    return RENAMED.get(small, small) + hyphen + region


def choose(cookie: str | None, header: str) -> str:
    """Return the code of the language for a visitor with this cookie and this Accept-Language header."""
    if cookie in LANGUAGES:
        return str(cookie)
    negotiated = _negotiated if len(header) <= KEPT_LENGTH else _negotiated.__wrapped__
    return negotiated(header, tuple(LANGUAGES))


@lru_cache(CACHE_SIZE)
def _negotiated(header: str, offered: tuple[str, ...]) -> str:
    return negotiate_locale(accepted(header), offered, sep="-") or DEFAULT


class LanguageMiddleware:
    """ASGI middleware that sets the language for each request and each socket."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request or socket on with its language set."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        cookie = None if scope["path"].startswith(f"{EMBEDDED}/") else connection.cookies.get(COOKIE)
        with use_language(choose(cookie, connection.headers.get("accept-language", ""))):
            await self.app(scope, receive, send)
