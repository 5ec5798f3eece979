"""`/admin/players`: find a player, see their record, remove an offensive name; give and withdraw roles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Form, Path, Query, Request
from starlette.responses import Response

from app.base.errors import AppError, Code
from app.base.store.database import Database
from app.base.web.http import see_other, site_url
from app.base.web.limits import Limit
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.people.moderation.log import ModerationLog
from app.people.moderation.staff import STAFF_ROLES, Role, Staff, StaffService
from app.people.players.bans.bans import BanList
from app.people.players.identity import MaybePlayer, guest, redirect_with_cookie
from app.people.players.identity.counted import Count, counting
from app.people.players.player import Player
from app.people.players.service import PlayerService
from app.people.players.shown_names import marked_name
from app.site.account.service import AccountService
from app.site.admin.log_words import act_words, role_words
from app.site.admin.login import (
    PATH,
    ActReason,
    MaybeStaff,
    RequiredHost,
    RequiredKey,
    RequiredStaff,
    check_may_moderate,
)
from app.site.admin.people import QUERY_LENGTH, PlayerFile, file_of, find
from app.site.admin.staff_page import StaffPage

router = APIRouter(include_in_schema=False, prefix=PATH, dependencies=[Depends(Limit("ask"))])

PlayerId = Annotated[str, Path(alias="id", max_length=32)]
WORDS: Final = {"act_words": act_words, "role_words": role_words, "marked_name": marked_name, "page": "admin"}


@router.get("/players")
async def find_players(
    request: Request, staff: RequiredStaff, q: Annotated[str, Query(max_length=QUERY_LENGTH)] = ""
) -> Response:
    """Show the players who match a search."""
    found = await find(service_of(request, Database), q)
    return service_of(request, Templates).page(
        request, "site/admin/players.html", {**WORDS, "staff": staff, "found": found, "q": q}
    )


@dataclass(frozen=True, kw_only=True)
class PlayerPage(StaffPage):
    """The record of a player; `protected`: only a host may do something about them."""

    template = "site/admin/player.html"
    file: PlayerFile
    one: Player
    protected: bool


@router.get("/players/{id}")
async def player_page(request: Request, staff: RequiredStaff, player_id: PlayerId) -> Response:
    """Show the record of a player, and what can be done."""
    known = await _known(request, player_id)
    shown = PlayerPage(
        staff=staff,
        file=known,
        one=known.found.player,
        bans=[ban for ban in await service_of(request, BanList).newest() if ban.player_id == player_id],
        entries=await service_of(request, ModerationLog).newest(player_id),
        protected=known.found.role in STAFF_ROLES and not staff.is_host,
    )
    return service_of(request, Templates).show(request, shown)


async def _known(request: Request, player_id: str) -> PlayerFile:
    known = await file_of(service_of(request, Database), player_id)
    if known is None:
        raise AppError(Code.nobody_there)
    return known


@router.post("/players/{id}/rename")
async def rename(request: Request, staff: RequiredStaff, player_id: PlayerId, reason: ActReason = "") -> Response:
    """Remove a player's name everywhere: they are an unnamed guest from now on."""
    player = (await _known(request, player_id)).found.player
    await check_may_moderate(request, staff, player)
    await service_of(request, AccountService).take_name_away(player)
    await service_of(request, ModerationLog).add(staff, "rename", player, reason=reason)
    return see_other(f"{PATH}/players/{player.id}")


@router.post("/players/{id}/role")
async def grant(
    request: Request, staff: RequiredHost, player_id: PlayerId, role: Annotated[Role, Form()], reason: ActReason = ""
) -> Response:
    """Give a player a role."""
    player = (await _known(request, player_id)).found.player
    await service_of(request, StaffService).grant(player, role)
    await service_of(request, ModerationLog).add(staff, "grant", player, reason=reason)
    return see_other(f"{PATH}/players/{player.id}")


@router.post("/players/{id}/role/withdraw")
async def withdraw(request: Request, staff: RequiredHost, player_id: PlayerId, reason: ActReason = "") -> Response:
    """Take a player's role away."""
    player = (await _known(request, player_id)).found.player
    await service_of(request, StaffService).withdraw(player.id)
    await service_of(request, ModerationLog).add(staff, "withdraw", player, reason=reason)
    return see_other(f"{PATH}#staff-title")


@router.post("/staff/link")
async def make_link(request: Request, staff: RequiredHost) -> Response:
    """Make a link that makes one player a moderator, and show it, this once."""
    ticket = await service_of(request, StaffService).link_ticket()
    await service_of(request, ModerationLog).add(staff, "link")
    # After a #: servers, their logs and programs that check links in advance never see it.
    context = {"link": f"{site_url(request)}{PATH}/join#{ticket}", "staff": staff, "page": "admin"}
    return service_of(request, Templates).page(request, "site/admin/staff_link.html", context)


@router.get("/join")
async def join_page(request: Request, key: RequiredKey, player: MaybePlayer, staff: MaybeStaff) -> Response:
    """Show the button that makes the holder of this link a moderator."""
    return _join(request, player, staff)


def _join(request: Request, player: Player | None, staff: Staff | None, error: AppError | None = None) -> Response:
    context = {**WORDS, "player": player, "staff": staff, "error": error.sentence if error else ""}
    status = error.status if error else 200
    return service_of(request, Templates).page(request, "site/admin/join.html", context, status=status)


@router.post("/join")
async def join(
    request: Request,
    key: RequiredKey,
    player: MaybePlayer,
    count: Annotated[Count, counting("prove")],
    ticket: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """Become a moderator by such a link."""
    try:
        count(player)
        new = await guest(request, player)
        await service_of(request, StaffService).accept(new, ticket)
    except AppError as error:
        return _join(request, player, None, error)
    await service_of(request, ModerationLog).add(Staff("moderator", new), "join", new)
    known = await service_of(request, PlayerService).by_id(new.id)
    return await redirect_with_cookie(request, PATH, known or new, renew=True)
