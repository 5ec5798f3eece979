"""A site for the provider's accounts only: everybody else sees the page to sign in, the host's own texts, and nothing
more."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.base.errors import AppError, Code
from app.base.web.error_pages import refuse_connection, wants_html
from app.base.web.http import see_other
from app.base.web.services import service_of
from app.base.web.site_pages import TITLES
from app.people.players.identity import known_guest
from app.people.players.sign_in.provider_accounts import ProviderAccounts

SIGN_IN: Final = "/account/sign-in"
OPEN: Final = frozenset(
    {
        *(SIGN_IN, f"{SIGN_IN}/back", "/language", "/healthz", "/readyz", "/metrics", "/check/seen"),
        "/calendar.ics",  # its key is the proof: a calendar program cannot sign in
        "/account/enter",  # by a ticket that a proof has given: the browser may still have an older guest
        *("/manifest.webmanifest", "/worker.js", "/offline"),
        *(f"/{name}" for name in TITLES),
    }
)
OPEN_BELOW: Final = ("/static/", "/admin")
CLOSED: Final = "/admin/join"  # which makes a player a moderator


def is_open(path: str) -> bool:
    """True if everybody may ask for this path."""
    return path in OPEN or (path.startswith(OPEN_BELOW) and path != CLOSED)


class SignInGate:
    """ASGI middleware: lets in who has signed in with an account of the provider; leads pages of others to the sign-in,
    and refuses everything else they ask for (AppError(sign_in_needed))."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, lead to the sign-in, or refuse."""
        path = scope.get("path", "")
        if scope["type"] not in ("http", "websocket") or is_open(path):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        try:
            await _check(connection)
        except AppError as refusal:
            if refusal.code == Code.sign_in_needed.name and _is_page(scope):
                query = scope["query_string"].decode("latin-1")
                there = urlencode({"next": f"{path}?{query}" if query else path})
                await see_other(f"{SIGN_IN}?{there}")(scope, receive, send)
            else:
                await refuse_connection(scope, receive, send, refusal)
            return

        async def for_members(message: Message) -> None:
            if message["type"] == "http.response.start":
                _keep_from_strangers(MutableHeaders(scope=message))
            await send(message)

        await self.app(scope, receive, for_members if scope["type"] == "http" else send)


def _keep_from_strangers(headers: MutableHeaders) -> None:
    """Let no cache between give this answer to somebody who has not signed in."""
    kept = headers.get("Cache-Control", "")
    if "no-store" in kept:
        return
    others = [one for one in kept.split(", ") if one not in ("", "public", "private")]
    headers["Cache-Control"] = ", ".join(["private", *others])
    for name in ("Cookie", "Authorization"):
        headers.add_vary_header(name)


def _is_page(scope: Scope) -> bool:
    return scope["type"] == "http" and scope["method"] == "GET" and wants_html(Request(scope))


async def _check(connection: HTTPConnection) -> None:
    known = await known_guest(connection)
    await service_of(connection, ProviderAccounts).check_let_in(known.player if known else None)
