"""`POST /api/players` (docs/api.md)."""

from __future__ import annotations

from typing import Annotated, Self

from fastapi import APIRouter, Depends
from pydantic import BaseModel, ConfigDict, Field, StrictBool
from starlette.requests import Request
from starlette.responses import Response

from app.base.web.api_docs import refusals
from app.base.web.http import StrictRoute
from app.base.web.limits import Limit
from app.base.web.services import service_of
from app.people.players.identity import RequiredPlayer
from app.people.players.identity.counted import counted
from app.people.players.invites import MAX_CODE, InviteService
from app.people.players.player import DEFAULT_NAME, Player
from app.people.players.preference_service import PreferenceService
from app.people.players.preferences import Preferences
from app.people.players.service import PlayerService

router = APIRouter(prefix="/api", route_class=StrictRoute, tags=["players"])


class NewPlayer(BaseModel):
    """A guest to be."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"name": "Player 1"}]})

    name: str | None = Field(default=None, max_length=200, description=f'shortened to 24; "{DEFAULT_NAME}" if empty')
    bot: StrictBool = Field(default=False, description="a program chooses its moves: marked wherever its name stands")


class GuestOut(BaseModel):
    """A guest."""

    id: str
    name: str
    bot: bool = Field(description="a bot account")
    face: str = Field(description="their picture: the slug of a creature")

    @classmethod
    def of(cls, player: Player, **more: str) -> Self:
        """Return the player's own data."""
        return cls(id=player.id, name=player.name, bot=player.program, face=player.face, **more)


class PlayerCreated(GuestOut):
    """A new guest, with the token for `Authorization: Bearer …`; it is shown this once."""

    token: str


@router.post("/players", status_code=201, dependencies=[Depends(Limit("guests"))], responses=refusals(400, 429))
async def create_player(request: Request, response: Response, new: NewPlayer) -> PlayerCreated:
    """Create a guest; the token goes into `Authorization: Bearer …` from then on."""
    player, token = await service_of(request, PlayerService).create_with_token(new.name, program=new.bot)
    response.headers["Cache-Control"] = "no-store"
    return PlayerCreated.of(player, token=token)


class InviteIn(BaseModel):
    """An invitation, on a site that requires one."""

    model_config = ConfigDict(extra="forbid")

    code: str = Field(max_length=MAX_CODE, description="the part of the invitation's link after `code=`")


@router.post("/players/me/invite", responses=refusals(400, 401, 422, 429))
async def accept_invite(request: Request, player: Annotated[Player, counted("invite")], sent: InviteIn) -> GuestOut:
    """Accept an invitation: its guest may open matches from then on."""
    await service_of(request, InviteService).accept(player, sent.code)
    return GuestOut.of(player)


@router.get("/players/me", dependencies=[Depends(Limit("ask"))], responses=refusals(401, 429))
async def who_am_i(player: RequiredPlayer) -> GuestOut:
    """Return the guest whose token or cookie came with the request."""
    return GuestOut.of(player)


@router.get("/players/me/settings", dependencies=[Depends(Limit("ask"))], responses=refusals(401, 429))
async def settings(request: Request, player: RequiredPlayer) -> Preferences:
    """Return the guest's preferences."""
    return await service_of(request, PreferenceService).of(player.id)


Changes = dict[Annotated[str, Field(max_length=32)], Annotated[str, Field(max_length=64)]]


@router.post("/players/me/settings", include_in_schema=False)  # as it was before
@router.put("/players/me/settings", responses=refusals(400, 401, 422, 429))
async def change_settings(
    request: Request, player: Annotated[Player, counted("join")], changes: Changes
) -> Preferences:
    """Change some preferences, and return all; an unknown name or value changes nothing."""
    return await service_of(request, PreferenceService).change(player, changes)
