"""`/settings`: a guest's preferences; js/prefs.js applies them before a page is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import Response

from app.base.errors import AppError, Code
from app.base.i18n import LANGUAGES
from app.base.web.http import see_other, site_url
from app.base.web.limits import DRAWN, Limit
from app.base.web.page_context import PageContext
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.people.players.identity import MaybePlayer, guest, redirect_with_cookie
from app.people.players.identity.counted import Count, counted, counted_visitor, counting
from app.people.players.identity.language import keep_language
from app.people.players.player import CREATURES, Player
from app.people.players.preference_service import PreferenceService
from app.people.players.preferences import SERVER_ONLY, Preferences
from app.people.players.shown_names import given_name
from app.people.players.sign_in.relying_party import why_no_passkeys
from app.site.push.models import CALENDAR, OWN
from app.site.push.pages import HookAct, HookAddress, HookState, after, new_calendar
from app.site.push.service import PushService
from engine.cards import ALL

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, kw_only=True)
class SettingsPage(PageContext):
    """A guest's name, `face` and preferences; the address for messages outside and that of their calendar, where there
    are such; the sentence why passkeys cannot be used here, or ""."""

    template = "people/players/settings.html"
    page = "settings"
    name: str
    chosen: Preferences
    face: str
    prefs: str | None
    hook: HookState | None
    calendar: str
    why_no_passkeys: str


@router.get("/settings", dependencies=[Depends(Limit("ask"))])
async def settings_page(request: Request, player: MaybePlayer) -> Response:
    """Show the page of settings."""
    known = await service_of(request, PushService).hook(player.id, OWN) if player else None
    return await _page(request, player, HookState(known))


async def _page(request: Request, player: Player | None, hook: HookState) -> Response:
    service, push = service_of(request, PreferenceService), service_of(request, PushService)
    calendar = await push.hook(player.id, CALENDAR) if player else None
    chosen = await service.of(player.id if player else "")
    shown = SettingsPage(
        name=given_name(player),
        chosen=chosen,
        face=player.face if player else "",
        prefs=await service.for_page(player),
        hook=hook if push.has_hooks else None,
        calendar=f"{site_url(request)}/calendar.ics?key={calendar.endpoint}" if calendar else "",
        why_no_passkeys=refusal.sentence if (refusal := why_no_passkeys(request)) else "",
    )
    return service_of(request, Templates).show(request, shown)


@router.post("/settings", dependencies=[Depends(Limit("ask"))])
async def choose(request: Request, player: MaybePlayer, count: Annotated[Count, counting("join")]) -> Response:
    """Store what a page's script sends: `name=value` of each choice. For a visitor who is no guest yet the browser
    keeps it."""
    sent = {name: value for name, value in (await request.form()).items() if isinstance(value, str)}
    if SERVER_ONLY & sent.keys():
        raise AppError(Code.bad_setting)
    if player is not None:
        count(player)
        await service_of(request, PreferenceService).change(player, sent)
    return Response(status_code=204)


@router.post("/settings/notifications")
async def notifications(
    request: Request,
    player: Annotated[Player, counted("join")],
    turn: Annotated[str, Form(alias="notify_turn")] = "off",
    seat: Annotated[str, Form(alias="notify_seat")] = "off",
    asked: Annotated[str, Form(alias="notify_asked")] = "off",
    quiet_from: Annotated[str, Form()] = "",
    quiet_to: Annotated[str, Form()] = "",
    zone: Annotated[str, Form()] = "",
) -> Response:
    """Store the reasons for notifications, and the quiet hours; a box that is not ticked is not sent."""
    hours = {"quiet_from": quiet_from, "quiet_to": quiet_to, "zone": zone}
    kinds = {"notify_turn": turn, "notify_seat": seat, "notify_asked": asked}
    await service_of(request, PreferenceService).change(player, kinds | hours)
    return see_other("/settings#calls")


@router.post("/settings/word")
async def word(
    request: Request, player: Annotated[Player, counted("push")], do: HookAct = "", address: HookAddress = ""
) -> Response:
    """Carry out the player's request about the address for their messages."""
    return await _page(request, player, await after(request, player, OWN, do, address))


@router.post("/settings/calendar")
async def calendar(request: Request, player: Annotated[Player, counted("push")], do: HookAct = "") -> Response:
    """Give the player's calendar an address, or another one; or none."""
    push = service_of(request, PushService)
    await (push.drop_hook(player, CALENDAR) if do == "drop" else push.set_hook(player, new_calendar(request)))
    return see_other("/settings#calendar")


@router.post("/settings/you")
async def name_and_language(
    request: Request,
    player: Annotated[Player | None, counted_visitor("join")],
    name: Annotated[str, Form()] = "",
    language: Annotated[str, Form()] = "",
    face: Annotated[str | None, Form()] = None,
) -> Response:
    """Store the guest's name, language and, where one was asked for, picture: a visitor without a guest becomes one."""
    named = await guest(request, player, name)
    response = await redirect_with_cookie(request, "/settings", named)
    wanted = {"language": language} | ({} if face is None else {"face": face})
    chosen = await service_of(request, PreferenceService).change(named, wanted)
    keep_language(request, response, chosen.language)
    return response


@router.get("/settings/faces", dependencies=[Depends(Limit("ask", DRAWN))])
async def faces(request: Request, player: MaybePlayer) -> Response:
    """Show the creatures that the visitor may choose as their picture."""
    chosen = await service_of(request, PreferenceService).of(player.id if player else "")
    context = {"creatures": map(ALL.__getitem__, CREATURES), "chosen": chosen.face}
    return service_of(request, Templates).page(request, "people/players/faces.html", context)


@router.post("/language", dependencies=[Depends(Limit("ask"))])
async def switch_language(
    request: Request,
    player: MaybePlayer,
    count: Annotated[Count, counting("join")],
    language: Annotated[str, Form()] = "",
) -> Response:
    """Show the site in this language from now on, beginning with the same page; a guest keeps it, too."""
    if language not in LANGUAGES:
        raise AppError(Code.bad_setting)
    if player is not None:
        count(player)
        await service_of(request, PreferenceService).change(player, {"language": language})
    response = see_other(_page_before(request))
    keep_language(request, response, language)
    return response


def _page_before(request: Request) -> str:
    """Return the page of this site from which a form was sent; the home page if the browser does not say."""
    try:
        before = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        return "/"
    if before.netloc != request.headers.get("host") or not before.path.startswith("/") or before.path.startswith("//"):
        return "/"
    return before.path + (f"?{before.query}" if before.query else "")
