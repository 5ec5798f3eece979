"""A hint for a player against the computer: a call of the API, and a piece of the match page."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from app.base.errors import AppError, Code
from app.base.web.api_docs import refusals
from app.base.web.http import StrictRoute
from app.base.web.limits.address_hash import address_hash_of
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.matches.core.computers.hints import Hints
from app.matches.core.service import MatchService
from app.matches.table.hint import HintOut, hint_of
from app.people.players.identity import MaybePlayer, RequiredPlayer
from app.people.players.identity.counted import Count, counted, counting
from app.people.players.player import Player

EACH_TURN: Final = "each-turn"
"""The word of a match page on which a hint opens each turn; the page without it is the one where none does."""

api = APIRouter(prefix="/api/matches", route_class=StrictRoute, tags=["matches"])
router = APIRouter(include_in_schema=False)


async def _hint(request: Request, match_id: str, player: RequiredPlayer) -> HintOut:
    found = await service_of(request, Hints).hint(match_id, player, address_hash_of(request, "table") or player.id)
    alone = (await service_of(request, MatchService).live_match(match_id)).row.has_automaton
    return hint_of(found.seq, found.seat, found.advice, alone=alone, unrated=found.unrated)


@api.post("/{id}/hint", responses=refusals(401, 403, 404, 409, 422, 429, 503))
async def hint(
    request: Request, player: Annotated[Player, counted("hint")], match_id: Annotated[str, Path(alias="id")]
) -> HintOut:
    """Return the expert's move and the reason, on the player's turn in solo or against a bot only."""
    return await _hint(request, match_id, player)


@router.post("/match/{id}/hint")
async def hint_page(
    request: Request,
    player: MaybePlayer,
    count: Annotated[Count, counting("hint")],
    match_id: Annotated[str, Path(alias="id", max_length=64)],
    hints: str = "",
) -> Response:
    """Show a hint on the match page; a refusal there, too."""
    found, refusal = None, ""
    try:
        count(player)
        if player is None:
            raise AppError(Code.not_your_seat)
        found = await _hint(request, match_id, player)
    except AppError as error:
        refusal = error.sentence
    quiet_page = f"/match/{match_id}" if hints == EACH_TURN else ""
    context = {"hint": found, "refusal": refusal, "quiet_page": quiet_page}
    return service_of(request, Templates).page(request, "matches/play/hint.html", context)
