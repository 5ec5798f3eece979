"""Challenges for programs (docs/api.md)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.requests import Request

from app.base.web.api_docs import refusals
from app.base.web.http import StrictRoute
from app.base.web.limits import Limit
from app.base.web.limits.address_hash import address_hash_of
from app.base.web.services import service_of
from app.matches.core.finding.listing import listed_challenge
from app.matches.core.match_id import MatchId
from app.matches.core.opponents.challenges import Challenges
from app.matches.core.schemas import ChallengeIn, ChallengeList, OpponentList, OpponentOut, QuickSeat
from app.people.players.identity import RequiredPlayer
from app.people.players.identity.counted import counted
from app.people.players.player import Player

router = APIRouter(prefix="/api/challenges", route_class=StrictRoute, tags=["matches"])


@router.get("", dependencies=[Depends(Limit("ask"))], responses=refusals(401, 429))
async def list_challenges(request: Request, player: RequiredPlayer) -> ChallengeList:
    """Return the open challenges that the caller has made or received."""
    found = await service_of(request, Challenges).of(player.id)
    return ChallengeList(challenges=[listed_challenge(one, player) for one in found])


@router.get("/opponents", dependencies=[Depends(Limit("ask"))], responses=refusals(401, 429))
async def list_opponents(request: Request, player: RequiredPlayer) -> OpponentList:
    """Return the caller's recent opponents: each can be challenged."""
    found = await service_of(request, Challenges).opponents(player)
    return OpponentList(opponents=[OpponentOut(**one._asdict()) for one in found])


@router.post("", status_code=201, responses=refusals(400, 401, 403, 404, 409, 429))
async def challenge(request: Request, player: Annotated[Player, counted("create")], asked: ChallengeIn) -> QuickSeat:
    """Challenge an opponent of a match. If they have challenged the caller already, that one is accepted.

    The other accepts by joining the match, or declines.
    """
    live = await service_of(request, Challenges).make(
        player, asked.met_in, asked.new_match(), address_hash_of(request, "table")
    )
    seats = live.row.seats_of(player.id)
    return QuickSeat(id=live.id, seat="A" if "A" in seats else "B", status=live.row.status)


@router.post("/{id}/decline", status_code=204, responses=refusals(401, 404, 409, 429))
async def decline(request: Request, player: Annotated[Player, counted("join")], match_id: MatchId) -> None:
    """Decline a challenge: its table is closed."""
    await service_of(request, Challenges).decline(player, match_id)
