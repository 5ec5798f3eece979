"""The pages by which others come to a match: the links of a player, and what a link opens. Also the form that draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import Response

from app.base.errors import AppError, Code
from app.base.web.http import site_url
from app.base.web.limits import DRAWN, Limit
from app.base.web.page_context import PageContext
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.matches.core.match_id import MatchId
from app.matches.core.match_row import MatchRow
from app.matches.core.opening.guest_seats import OpenSeat
from app.matches.core.opponents.guest_seats_api import SeatKey
from app.matches.core.service import MatchService
from app.matches.table import match_words
from app.matches.table.marks import MAX_MARKS
from app.matches.table.match_summary import player_names
from app.people.players.identity import MaybePlayer, guest, redirect_with_cookie
from app.people.players.identity.counted import Count, counting
from app.people.players.player import Player
from app.people.players.shown_names import given_name

router = APIRouter(include_in_schema=False)


@router.get("/match/{id}/company", dependencies=[Depends(Limit("ask", DRAWN))])
async def invitations(request: Request, match_id: MatchId, player: MaybePlayer) -> Response:
    """Show a player the links for a partner and for the coach."""
    if player is None:
        raise AppError(Code.not_your_seat)
    service = service_of(request, MatchService)
    found = await service.guest_seats.invitations(match_id, player)
    row = (await service.live_match(match_id)).row
    start = f"{site_url(request)}/match/{row.id}/with/"
    context = {
        "id": row.id,
        "what": match_words.format_words(row),
        "partner": start + found.partner if found.partner else "",
        "coach": start + found.coach if found.coach else "",
        "page": "company",
    }
    return service_of(request, Templates).page(request, "matches/play/company.html", context)


@router.get("/match/{id}/with/{key}", dependencies=[Depends(Limit("ask", DRAWN))])
async def invited(request: Request, match_id: MatchId, key: SeatKey, player: MaybePlayer) -> Response:
    """Show what a link offers: a seat next to a player, or that of the coach."""
    service = service_of(request, MatchService)
    offered = await service.guest_seats.offered(match_id, key)
    return _invited(request, (await service.live_match(match_id)).row, key, offered, player)


@router.post("/match/{id}/with/{key}")
async def sit(
    request: Request,
    match_id: MatchId,
    key: SeatKey,
    player: MaybePlayer,
    count: Annotated[Count, counting("join")],
    name: Annotated[str, Form(max_length=400)] = "",
) -> Response:
    """Take the seat that a link offers."""
    service = service_of(request, MatchService)
    offered = await service.guest_seats.offered(match_id, key)
    try:
        joining_player = await guest(request, player, name)
        count(joining_player)
        await service.guest_seats.sit(match_id, joining_player, key)
    except AppError as error:
        row = (await service.live_match(match_id)).row
        return _invited(request, row, key, offered, player, error.sentence)
    return await redirect_with_cookie(request, f"/match/{match_id}", joining_player)


@dataclass(frozen=True, kw_only=True)
class InvitedPage(PageContext):
    """A player's link. `partner`: whose side the visitor joins; `seen`: the players whose hands it shows."""

    template = "matches/play/invited.html"
    page = "company"
    summary: MatchRow
    key: str
    what: str
    partner: str
    seen: list[str]
    name: str
    error: str


def _invited(
    request: Request, row: MatchRow, key: str, offered: OpenSeat, player: Player | None, error: str = ""
) -> Response:
    names = player_names(row)
    shown = InvitedPage(
        summary=row,
        key=key,
        what=match_words.format_words(row),
        partner=names[offered.seat] if offered.seat else "",
        seen=[names[seat] for seat in ("A", "B") if seat in (offered.sees or "")],
        name=given_name(player),
        error=error,
    )
    return service_of(request, Templates).show(request, shown, status=422 if error else 200)


@router.get("/match/{id}/marks", dependencies=[Depends(Limit("ask"))])
async def marks_form(request: Request, match_id: MatchId) -> Response:
    """Return the form that draws marks on the table, for those who may."""
    return service_of(request, Templates).page(request, "matches/table/marks_form.html", {"most": MAX_MARKS})
