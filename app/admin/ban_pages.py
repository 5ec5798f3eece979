"""`/admin/bans`: mute or ban a player, or a network, with a reason and an end; take it back."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Path, Request
from starlette.responses import Response

from app.admin.login import PATH, required_admin
from app.errors import AppError
from app.matches.api import match_service
from app.players.bans import BanKind, Network, bans_of, read_network
from app.players.player import Player
from app.store.ids import linked
from app.talk.api import report_service
from app.web.http import see_other
from app.web.limits import Limit
from engine.seat import Seat

router = APIRouter(
    include_in_schema=False, prefix=f"{PATH}/bans", dependencies=[Depends(Limit("ask")), Depends(required_admin)]
)

LONGEST = 3650  # days


@router.post("")
async def ban(
    request: Request,
    kind: Annotated[BanKind, Form()],
    days: Annotated[int | None, Form(ge=1, le=LONGEST)] = None,
    reason: Annotated[str, Form(max_length=2000)] = "",
    network: Annotated[str, Form(max_length=60)] = "",
    report: Annotated[str, Form(max_length=64)] = "",
    match: Annotated[str, Form(max_length=300)] = "",
    seat: Annotated[Seat, Form()] = "A",
) -> Response:
    """Keep somebody from talking, or out: who is reported, who sits in a match, or a network."""
    whom: Player | Network
    if report:
        whom = _found(await report_service(request).reported_in(report))
    elif match:
        whom = await _seated(request, match, seat)
    else:
        whom = read_network(network)
    await bans_of(request).add(kind, whom, reason, days)
    return see_other(f"{PATH}#bans-title")


async def _seated(request: Request, match: str, seat: Seat) -> Player:
    live = await match_service(request).live_match(linked("match", match) or match.strip())
    holder = live.row.holders[seat]
    return _found(holder if isinstance(holder, Player) else None)


def _found(player: Player | None) -> Player:
    if player is None:
        raise AppError("nobody_there", 404)
    return player


@router.post("/{id}/lift")
async def lift(request: Request, ban_id: Annotated[str, Path(alias="id", max_length=64)]) -> Response:
    """Take a mute or a ban back."""
    await bans_of(request).lift(ban_id)
    return see_other(f"{PATH}#bans-title")
