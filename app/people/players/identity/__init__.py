"""Identification: FastAPI dependencies for routes and sockets. Cookie and token lead to the same kind of player."""

from __future__ import annotations

import hashlib
from typing import Annotated, Final

from fastapi import Depends
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response

from app.base.errors import AppError, Code
from app.base.web.http import is_secure, see_other
from app.base.web.limits import RateLimits
from app.base.web.services import service_of
from app.people.players.bans.bans import BanList
from app.people.players.bans.open_sockets import OpenSockets
from app.people.players.identity.device import device_of
from app.people.players.identity.language import share_language
from app.people.players.player import Player
from app.people.players.scopes import admit
from app.people.players.service import COOKIE_SECONDS, CachedGuest, PlayerService

COOKIE: Final = "guest"
KNOWN: Final = "known"  # for scripts: by `mark_of`, whose what they keep in this browser is
TRIED: Final = "cookies"
MARK_LENGTH: Final = 16
BROWSERS: Final = frozenset({"sec-fetch-mode", "upgrade-insecure-requests", "hx-request"})
"""Headers that browsers send with a form, and programs do not."""
OWN_DATA: Final = {
    *(("GET", path) for path in ("/account", "/account/export", "/api/players/me", "/api/players/me/export")),
    *(("POST", f"/account/{way}") for way in ("delete", "sign-in", "sign-out", "unlink", "code", "choice", "enter")),
    *(("GET", f"/account/{way}") for way in ("sign-in", "sign-in/back")),
    ("DELETE", "/api/players/me"),
}
"""The calls that a banned player may still make: to export or delete their data, and to let somebody else sign in."""


async def player_or_none(connection: HTTPConnection) -> Player | None:
    """Return the guest of a request, by `Authorization: Bearer` or else by cookie; None for a visitor without either.

    Raises AppError(bad_token) for a token that is unknown, AppError(scope_needed) for one that does not allow what is
    asked, AppError(banned) for a player the site keeps out.
    """
    known = await known_guest(connection)
    if known is None and "authorization" in connection.headers:
        raise AppError(Code.bad_token)
    return await _admitted(connection, known)


async def player_of_token(connection: HTTPConnection, token: str) -> Player | None:
    """Return the guest whose token came by an open socket; None for an unknown one.

    Raises AppError(scope_needed or banned) as `player_or_none` does.
    """
    return await _admitted(connection, await _holder(connection, token))


async def _admitted(connection: HTTPConnection, known: CachedGuest | None) -> Player | None:
    """Return a known guest, unless banned. A socket belongs to them from now on, until that changes."""
    if known is None:
        return None
    if (connection.scope.get("method"), connection.scope["path"]) not in OWN_DATA:
        await service_of(connection, BanList).check("ban", known.player, connection)
    # Nothing may wait in between: a ban at this moment must find the socket.
    if connection.scope["type"] == "websocket":
        service_of(connection, OpenSockets).belongs(connection.scope, known.player.id, known.key)
    return known.player


async def known_guest(connection: HTTPConnection) -> CachedGuest | None:
    """Return the guest that a request's cookie or token names, banned or not; None for a visitor without either."""
    header = connection.headers.get("authorization")
    if header is None:
        return await service_of(connection, PlayerService).known_by_cookie(connection.cookies.get(COOKIE))
    scheme, _, token = header.partition(" ")
    return await _holder(connection, token.strip()) if scheme.lower() == "bearer" else None


async def _holder(connection: HTTPConnection, token: str) -> CachedGuest | None:
    """Return the guest of a token, which must allow what is asked; None for an unknown one."""
    known = await service_of(connection, PlayerService).by_token(token)
    if known is not None:
        admit(connection, known.scopes)
    return known


async def required_player(player: Annotated[Player | None, Depends(player_or_none)]) -> Player:
    """Return the guest of a request; AppError(no_token) for an unidentified visitor."""
    if player is None:
        raise AppError(Code.no_token)
    return player


MaybePlayer = Annotated[Player | None, Depends(player_or_none)]
RequiredPlayer = Annotated[Player, Depends(required_player)]


class CookieFirst(Exception):  # no error: the answer leads there again
    """A browser's first form came without any cookie: it gets one, and sends the form again."""


def _check_cookies(connection: HTTPConnection) -> None:
    """Make nobody for a browser that keeps no cookie, and so would be somebody else with each form; CookieFirst, then
    AppError(no_cookies)."""
    if connection.cookies or not BROWSERS.intersection(connection.headers):
        return
    if TRIED in connection.query_params:
        raise AppError(Code.no_cookies)
    raise CookieFirst


def send_again(request: Request, _: Exception) -> Response:
    """Answer CookieFirst."""
    response = RedirectResponse(str(request.url.include_query_params(**{TRIED: 1})), 307)
    response.set_cookie(TRIED, "1", max_age=60, secure=is_secure(request), httponly=True, samesite="lax")
    return response


async def guest(connection: HTTPConnection, player: Player | None, name: str = "") -> Player:
    """Return the guest who sends a form, created at the first one; a name that was given replaces the old one.

    Follow it up with `remember`. AppError(too_many) where one address makes too many guests.
    """
    service = service_of(connection, PlayerService)
    if player is None:
        _check_cookies(connection)
        service_of(connection, RateLimits).check("guests", connection)
        return await service.create(name or None)
    if name.strip() and name.strip() != player.name:
        return await service.rename(player, name)
    return player


async def remember(
    connection: HTTPConnection, response: Response, player: Player, *, renew: bool = False, was: Player | None = None
) -> None:
    """Give the browser its guest's cookie: signed, out of reach of scripts, not sent by other sites' forms.

    A session begins unless the browser has one of this guest, and then browser and guest get the same language. `renew`
    wherever somebody signs in or gets a right: the session before ends, of whose cookie there may be a copy. `was`:
    the guest whose things have just become this player's.
    """
    service, value = service_of(connection, PlayerService), connection.cookies.get(COOKIE)
    known = await service.by_cookie(value)
    if renew or value is None or known is None or known.id != player.id:
        value = await service.begin_session(player, device_of(connection), session_of(connection) if renew else None)
        await share_language(connection, response, player)
    set_guest(connection, response, value, player, was)


def mark_of(player: Player) -> str:
    """Return what stands for a player where a browser keeps something of theirs."""
    return hashlib.sha256(player.id.encode()).hexdigest()[:MARK_LENGTH]


def set_guest(
    connection: HTTPConnection, response: Response, value: str, player: Player, was: Player | None = None
) -> None:
    """Set the cookie of a guest's session, and the one that tells scripts who that is, and who it `was`."""
    secure = is_secure(connection)
    response.set_cookie(
        COOKIE, value, max_age=COOKIE_SECONDS, path="/", secure=secure, httponly=True, samesite="lax"
    )  # fmt: skip
    marks = mark_of(player) if was is None else f"{mark_of(player)}.{mark_of(was)}"
    response.set_cookie(KNOWN, marks, max_age=COOKIE_SECONDS, path="/", secure=secure, samesite="lax")


def forget_guest(connection: HTTPConnection, response: Response) -> None:
    """Delete the guest's cookie in the browser, and all that it keeps of the site: pictures, what was played without a
    connection, choices, the worker with its notifications. Nothing of that is for the next person there."""
    if COOKIE in connection.cookies:
        response.headers["Clear-Site-Data"] = '"cache", "storage"'
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
    response.delete_cookie(KNOWN, path="/", samesite="lax")


def session_of(connection: HTTPConnection) -> str | None:
    """Return the session of the browser, which perhaps has ended; None where there is none."""
    return service_of(connection, PlayerService).session_of(connection.cookies.get(COOKIE))


async def redirect_with_cookie(
    connection: HTTPConnection, path: str, player: Player, *, renew: bool = False, was: Player | None = None
) -> Response:
    """Lead the browser to another page, and give it its guest's cookie, as `remember` does."""
    response = see_other(path)
    await remember(connection, response, player, renew=renew, was=was)
    return response
