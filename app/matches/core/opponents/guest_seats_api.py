"""Calls of the API for those who sit down at a match that others play: partners and coaches."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path
from pydantic import BaseModel, Field
from starlette.requests import Request

from app.base.web.api_docs import refusals
from app.base.web.http import StrictRoute
from app.base.web.limits import Limit
from app.base.web.services import service_of
from app.matches.core.match_id import MatchId
from app.matches.core.service import MatchService
from app.people.players.identity import RequiredPlayer
from app.people.players.identity.counted import counted
from app.people.players.player import Player
from engine.seat import Seat

router = APIRouter(prefix="/api/matches", route_class=StrictRoute, tags=["matches"])

SeatKey = Annotated[str, Path(alias="key", max_length=24, pattern=r"^[A-Za-z0-9_-]+$")]


class InvitationsOut(BaseModel):
    """The secret keys that a player may pass on."""

    beside: str | None = Field(description="for a partner at the caller's side (H12); null while there is no free seat")
    coach: str | None = Field(description="for the coach that both sides agreed on; null while there is no free seat")


class CompanyOut(BaseModel):
    """The seat that was taken."""

    id: str
    seat: Seat | None = Field(description="the side; null for the coach")
    sees: Literal["A", "B", "AB"] | None = Field(description="the hands that the coach sees; null for a partner")


@router.get("/{id}/company", dependencies=[Depends(Limit("ask"))], responses=refusals(401, 403, 404, 429))
async def get_invitations(request: Request, player: RequiredPlayer, match_id: MatchId) -> InvitationsOut:
    """Return the keys by which others may sit down at the caller's match: a partner at their side, or the coach."""
    found = await service_of(request, MatchService).guest_seats.invitations(match_id, player)
    return InvitationsOut(beside=found.partner, coach=found.coach)


@router.post("/{id}/company/{key}", responses=refusals(400, 401, 404, 409, 422, 429))
async def take_seat(
    request: Request, player: Annotated[Player, counted("join")], match_id: MatchId, key: SeatKey
) -> CompanyOut:
    """Take the seat to which a key leads: at a side that two may hold (H12), or as the coach."""
    guest_seats = service_of(request, MatchService).guest_seats
    offered = await guest_seats.offered(match_id, key)
    await guest_seats.sit(match_id, player, key)
    return CompanyOut(id=match_id, seat=offered.seat, sees=offered.sees)
