"""The chosen language: kept by the browser, and with the guest for their other devices and notifications."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.base.i18n import LANGUAGES
from app.base.web.http import is_secure
from app.base.web.language import COOKIE
from app.base.web.services import service_of
from app.people.players.player import Player
from app.people.players.preference_service import PreferenceService
from app.people.players.service import COOKIE_SECONDS


def keep_language(connection: HTTPConnection, response: Response, language: str) -> None:
    """Let this browser keep the choice; empty: delete it."""
    if not language:
        response.delete_cookie(COOKIE, path="/")
        return
    secure = is_secure(connection)
    response.set_cookie(COOKIE, language, max_age=COOKIE_SECONDS, path="/", secure=secure, samesite="lax")


async def share_language(connection: HTTPConnection, response: Response, player: Player) -> None:
    """Give a browser that has just become this guest's their language, or store the language chosen in it."""
    service = service_of(connection, PreferenceService)
    pressed, kept = connection.cookies.get(COOKIE, ""), (await service.of(player.id)).language
    if pressed in LANGUAGES:
        if not kept:
            await service.change(player, {"language": pressed})
    elif kept:
        keep_language(connection, response, kept)
