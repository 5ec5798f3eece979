"""The names of this site's cookies in browsers. A browser keeps cookies by host, whatever the port: of two sites at one
host each would take the other's guest, so a cookie's name there ends in a mark of the site and its port."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.base.errors import AppError
from app.base.settings import Settings
from app.base.web.http import is_secure, site_url
from app.base.web.services import service_of
from app.people.players.identity import COOKIE, set_guest
from app.people.players.player import Player
from app.people.players.service import COOKIE_SECONDS, PlayerService

MARK_LENGTH: Final = 8
CARRIED: Final = ("language", "tournament")
"""Cookies that go with a guest from a name of before to the present one."""
Cookies = list[tuple[str, str]]


@lru_cache(maxsize=8)
def site_mark(secret: str) -> str:
    """Return the mark of a site, by the key that signs its cookies."""
    return hashlib.sha256(f"cookies {secret}".encode()).hexdigest()[:MARK_LENGTH]


def suffix_at(connection: HTTPConnection) -> str:
    """Return what ends the names of the cookies of this site where the visitor has it: `-mark`, or `-mark-port`."""
    port = urlsplit(site_url(connection)).port
    mark = site_mark(service_of(connection, Settings).secret_key)
    return f"-{mark}" if port is None else f"-{mark}-{port}"


class OwnCookies:
    """ASGI middleware: the site reads and sets its cookies by their plain names, browsers keep them by those that end
    in `suffix_at`.

    A guest of this site whose cookie has another name (from before this, or from when the site had another port) is
    known by that, and gets the present one; no cookie of another name is ever changed.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, with the names changed on both ways."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        sent = list(_cookies(connection.headers))
        suffix = suffix_at(connection) if sent else ""
        own = {name.removesuffix(suffix): value for name, value in sent if name.endswith(suffix)}
        others = [(name, value) for name, value in sent if not name.endswith(suffix) and name not in own]
        older = None if COOKIE in own else await _older_guest(connection, others)
        carried: dict[str, str] = {}
        if older is not None:
            carried = {name: value for name, value in others if name in CARRIED}
            own[COOKIE] = older[0]
            others = [(name, value) for name, value in others if name != COOKIE]

        async def named(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if older is not None and _may_carry(headers):
                    _renew(connection, headers, *older, carried)
                if "set-cookie" in headers:
                    _rename(headers, suffix or suffix_at(connection))
            await send(message)

        given = {**scope, "headers": _with_cookies(scope, [*own.items(), *others])} if sent else scope
        # The answers to sockets set no cookies: none of their messages, which are many, is looked at.
        await self.app(given, receive, send if scope["type"] == "websocket" else named)


async def _older_guest(connection: HTTPConnection, sent: Cookies) -> tuple[str, Player] | None:
    """Return the value of a cookie of another name by which this site knows a guest, and that guest; None without
    one."""
    players = service_of(connection, PlayerService)
    for name, value in sent:
        if name == COOKIE or name.startswith(f"{COOKIE}-"):
            try:
                player = await players.by_cookie(value)
            except AppError:  # the database is away, which is reported where it is needed
                return None
            if player is not None:
                return value, player
    return None


def _may_carry(headers: Headers) -> bool:
    """True for an answer that nobody else gets, and that sets no guest itself."""
    sets = any(value.startswith(f"{COOKIE}=") for value in headers.getlist("set-cookie"))
    return not sets and headers.get("cache-control", "no-store").startswith(("no-store", "private"))


def _renew(
    connection: HTTPConnection, headers: MutableHeaders, value: str, player: Player, carried: dict[str, str]
) -> None:
    response = Response()
    set_guest(connection, response, value, player)
    secure = is_secure(connection)
    for name, choice in carried.items():
        response.set_cookie(name, choice, max_age=COOKIE_SECONDS, path="/", secure=secure, samesite="lax")
    for cookie in response.headers.getlist("set-cookie"):
        headers.append("set-cookie", cookie)


def _cookies(headers: Headers) -> Iterator[tuple[str, str]]:
    for header in headers.getlist("cookie"):
        for part in header.split(";"):
            name, is_named, value = part.strip().partition("=")
            if is_named:
                yield name, value


def _with_cookies(scope: Scope, cookies: Cookies) -> list[tuple[bytes, bytes]]:
    others = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
    text = "; ".join(f"{name}={value}" for name, value in cookies)
    return [*others, (b"cookie", text.encode("latin-1"))] if text else others


def _rename(headers: MutableHeaders, suffix: str) -> None:
    values = headers.getlist("set-cookie")
    del headers["set-cookie"]
    for value in values:
        name, _, rest = value.partition("=")
        headers.append("set-cookie", f"{name}{suffix}={rest}")
