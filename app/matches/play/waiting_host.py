"""The name and the starter deck of a table's host, while nobody sits opposite."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import HTMLResponse, Response

from app.base.web.limits import DRAWN, Limit
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.cards.gallery.starters import starters
from app.matches.core.match_id import MatchId
from app.matches.core.match_row import MatchRow
from app.matches.core.service import MatchService
from app.matches.core.stored_options import are_decks_settled
from app.people.players.identity import MaybePlayer, RequiredPlayer, guest
from app.people.players.player import Player
from app.people.players.shown_names import given_name

router = APIRouter(include_in_schema=False)


@router.get("/match/{id}/deck", dependencies=[Depends(Limit("ask", DRAWN))])
async def shown(request: Request, match_id: MatchId, player: MaybePlayer) -> Response:
    """Show the starter decks to the host of a waiting table; nothing to anybody else."""
    row = (await service_of(request, MatchService).live_match(match_id)).row
    return _choice(request, row, player.id if player else None)


@router.post("/match/{id}/deck", dependencies=[Depends(Limit("join"))])
async def choose(
    request: Request, match_id: MatchId, player: RequiredPlayer, deck: Annotated[int, Form(ge=1, le=4)]
) -> Response:
    """Take another starter deck, as the host of a waiting table."""
    live = await service_of(request, MatchService).open_tables.choose_deck(match_id, player, deck)
    return _choice(request, live.row, player.id)


def _choice(request: Request, row: MatchRow, player_id: str | None) -> Response:
    seat = row.seat_of(player_id)
    if seat is None or row.free_seat is None or row.format != "preconstructed" or are_decks_settled(row.options):
        return HTMLResponse("", headers={"Cache-Control": "no-store"})
    context = {"id": row.id, "decks": starters(), "chosen": row.options["decks"].get(seat)}
    return service_of(request, Templates).page(request, "matches/play/host_deck.html", context)


@router.get("/match/{id}/name", dependencies=[Depends(Limit("ask"))])
async def shown_name(request: Request, match_id: MatchId, player: MaybePlayer) -> Response:
    """Show the name of a waiting table's host to them; nothing to anybody else."""
    return _name(request, (await service_of(request, MatchService).live_match(match_id)).row, player)


@router.post("/match/{id}/name", dependencies=[Depends(Limit("join"))])
async def take_name(
    request: Request, match_id: MatchId, player: RequiredPlayer, name: Annotated[str, Form(max_length=400)] = ""
) -> Response:
    """Wait under another name, as the host of a waiting table."""
    (await service_of(request, MatchService).live_match(match_id)).row.seat_for(player.id)
    named = await guest(request, player, name)
    live = await service_of(request, MatchService).open_tables.name_host(match_id, named)
    return _name(request, live.row, named, kept=True)


def _name(request: Request, row: MatchRow, player: Player | None, *, kept: bool = False) -> Response:
    if player is None or row.free_seat is None or row.seat_of(player.id) is None:
        return HTMLResponse("", headers={"Cache-Control": "no-store"})
    context = {"id": row.id, "name": given_name(player), "kept": kept}
    return service_of(request, Templates).page(request, "matches/play/host_name.html", context)
