"""The forms of the start page that challenge a player, and decline a challenge."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import Response

from app.base.errors import AppError, Code
from app.base.web.http import see_other
from app.base.web.limits import Limit
from app.base.web.limits.address_hash import address_hash_of
from app.base.web.services import service_of
from app.matches.core.match_id import MatchId
from app.matches.core.opponents.challenges import Challenges
from app.people.players.identity import MaybePlayer, RequiredPlayer
from app.people.players.identity.counted import Count, counting
from app.people.players.invited import INVITED
from app.site.lobby.finding_pages import FormWord, preferred_options

router = APIRouter(include_in_schema=False)


@router.post("/challenge", dependencies=[INVITED])
async def challenge(
    request: Request,
    player: MaybePlayer,
    count: Annotated[Count, counting("create")],
    met_in: Annotated[str, Form(max_length=64)] = "",
    game: FormWord = "",
    clock: FormWord = "",
) -> Response:
    """Challenge the opponent of an earlier match, and wait at the table."""
    if player is None:
        raise AppError(Code.not_met)
    count(player)
    wish = preferred_options(game, clock)
    live = await service_of(request, Challenges).make(player, met_in, wish, address_hash_of(request, "table"))
    return see_other(f"/match/{live.id}")


@router.post("/challenge/{id}/seen", dependencies=[Depends(Limit("ask"))])
async def seen(request: Request, match_id: MatchId, player: RequiredPlayer) -> Response:
    """Note that the visitor has a challenge in sight."""
    await service_of(request, Challenges).see(player, match_id)
    return Response(status_code=204)


@router.post("/challenge/{id}/decline", dependencies=[Depends(Limit("join"))])
async def decline(request: Request, match_id: MatchId, player: MaybePlayer) -> Response:
    """Decline a challenge; one that is gone is ignored."""
    if player is not None:
        try:
            await service_of(request, Challenges).decline(player, match_id)
        except AppError as error:
            if error.code not in ("no_such_challenge", "already_begun"):
                raise
    return see_other("/")
