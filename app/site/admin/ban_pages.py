"""`/admin/bans`: mute or ban a player, or a network, with a reason and an end; take it back."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Path, Request
from starlette.responses import Response

from app.base.errors import AppError, Code
from app.base.store.ids import linked
from app.base.web.http import see_other
from app.base.web.limits import Limit
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.matches.core.service import MatchService
from app.matches.talk.reports import Reports
from app.people.moderation.log import ModerationLog
from app.people.moderation.staff import Staff
from app.people.players.bans.bans import BanKind, BanList, Network, read_address, read_network
from app.people.players.player import Player
from app.people.players.service import PlayerService
from app.site.admin.login import PATH, RequiredStaff, check_may_moderate
from engine.seat import Seat

router = APIRouter(include_in_schema=False, prefix=f"{PATH}/bans", dependencies=[Depends(Limit("ask"))])

MAX_BAN_DAYS = 3650  # days


@router.post("")
async def ban(
    request: Request,
    staff: RequiredStaff,
    kind: Annotated[BanKind, Form()],
    days: Annotated[int | None, Form(ge=1, le=MAX_BAN_DAYS)] = None,
    reason: Annotated[str, Form(max_length=2000)] = "",
    network: Annotated[str, Form(max_length=60)] = "",
    report: Annotated[str, Form(max_length=64)] = "",
    match: Annotated[str, Form(max_length=300)] = "",
    seat: Annotated[Seat, Form()] = "A",
    player: Annotated[str, Form(max_length=32)] = "",
    confirmed: Annotated[bool, Form()] = False,
) -> Response:
    """Mute or ban a player, who is reported, sits in a match or was found, or a network."""
    banned: Player | Network
    if report:
        banned = _found(await service_of(request, Reports).reported_in(report))
    elif match:
        banned = await _seated(request, match, seat)
    elif player:
        banned = _found(await service_of(request, PlayerService).by_id(player))
    else:
        banned = read_network(network)
        own = read_address(request.client.host if request.client else "")
        if own is not None and own in banned and not confirmed:
            form: dict[str, object] = {"kind": kind, "days": days or "", "reason": reason, "network": network}
            return _question(request, staff, form, str(own))
    if isinstance(banned, Player):
        await check_may_moderate(request, staff, banned)
    await service_of(request, BanList).add(kind, banned, reason, days)
    subject = banned if isinstance(banned, Player) else str(banned)
    await service_of(request, ModerationLog).add(staff, kind, subject, reason=reason)
    return see_other(f"{PATH}/players/{banned.id}" if player and isinstance(banned, Player) else f"{PATH}#bans-title")


def _question(request: Request, staff: Staff, form: dict[str, object], own: str) -> Response:
    context = {"form": form, "own": own, "staff": staff, "page": "admin"}
    return service_of(request, Templates).page(request, "site/admin/own_network.html", context)


async def _seated(request: Request, match: str, seat: Seat) -> Player:
    live = await service_of(request, MatchService).live_match(linked("match", match) or match.strip())
    holder = live.row.holders[seat]
    return _found(holder if isinstance(holder, Player) else None)


def _found(player: Player | None) -> Player:
    if player is None:
        raise AppError(Code.nobody_there)
    return player


@router.post("/{id}/lift")
async def lift(
    request: Request, staff: RequiredStaff, ban_id: Annotated[str, Path(alias="id", max_length=64)]
) -> Response:
    """Lift a mute or a ban."""
    bans = service_of(request, BanList)
    known = next((each for each in await bans.newest() if each.id == ban_id), None)
    await bans.lift(ban_id)
    subject: Player | str = ""
    if known is not None:
        subject = str(known.network) if known.player_id is None else Player(known.player_id, known.name)
    await service_of(request, ModerationLog).add(staff, "lift", subject)
    return see_other(f"{PATH}#bans-title")
