"""Talk for programs (docs/api.md)."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query
from pydantic import AliasChoices, BaseModel, Field, StrictBool, StrictInt, model_validator
from starlette.requests import Request

from app.base.live.client_messages import Seq, Strict
from app.base.live.server_messages import LineOut, TalkOut
from app.base.web.api_docs import refusals
from app.base.web.http import StrictRoute
from app.base.web.limits import Limit
from app.base.web.services import service_of
from app.matches.core.match_id import MatchId
from app.matches.core.service import MatchService
from app.matches.talk.emotes import Emote
from app.matches.talk.lines import TalkLine
from app.matches.talk.models import MARKS_LENGTH, TEXT_LENGTH
from app.matches.talk.reports import Reports
from app.matches.talk.service import Said, TalkService
from app.people.players.bans.bans import BanList
from app.people.players.identity import RequiredPlayer
from app.people.players.identity.counted import counted
from app.people.players.player import Player
from engine.seat import Seat

router = APIRouter(prefix="/api", route_class=StrictRoute, tags=["talk"])

PersonIn = Annotated[
    Seat | StrictInt,
    Field(
        description="the holder of this seat, or the author of the line of this number",
        validation_alias=AliasChoices("person", "whom"),  # the second: its name before 1.0
    ),
]


class SayIn(Strict):
    """An emote, a text, or marks on the table; one of the three."""

    type: Literal["say"] = "say"
    emote: Emote | None = None
    text: str | None = Field(default=None, max_length=TEXT_LENGTH)
    marks: str | None = Field(default=None, max_length=MARKS_LENGTH, description="arrows and rings: `Ah3>Bt0 Bf`")
    seq: Seq = Field(default=0, description="the number of actions for which marks hold")
    side: Literal["A", "B", "AB"] | None = Field(
        default=None, description="to this side alone: its player's partner says so, or a coach who sees its hand"
    )

    @model_validator(mode="after")
    def _check_one(self) -> SayIn:
        if [self.emote, self.text, self.marks].count(None) != 2:
            raise ValueError("an emote, a text, or marks")
        return self

    @property
    def said(self) -> Said:
        """The message as a value."""
        return Said(self.emote, self.text, self.marks, self.seq, self.side)


class MuteIn(Strict):
    """Mute somebody in this match (`on`), or unmute them."""

    person: PersonIn
    on: StrictBool = True


class BlockIn(Strict):
    """Somebody of this match to block."""

    person: PersonIn


class ReportIn(Strict):
    """Somebody of this match to report to the host of the site, with a reason."""

    person: PersonIn
    why: str = Field(default="", max_length=TEXT_LENGTH)


class BlockOut(BaseModel):
    """A blocked player."""

    id: str = Field(description="of the block, to lift it")
    name: str
    created_at: float


class Blocked(BaseModel):
    """The players somebody has blocked, the last first."""

    blocks: list[BlockOut]


def line_out(line: TalkLine) -> LineOut:
    """Return a line as the API shows it: without the id of its author."""
    return {
        "number": line.number,
        "room": line.room,
        "seat": line.seat,
        "name": line.name,
        "emote": line.emote,
        "text": line.text,
        "marks": line.marks,
        "seq": line.seq,
        "at": line.at,
    }


@router.get("/matches/{id}/talk", dependencies=[Depends(Limit("ask"))], responses=refusals(400, 401, 404, 429))
async def get_talk(
    request: Request, player: RequiredPlayer, match_id: MatchId, after: Annotated[int, Query(ge=0, le=1_000_000)] = 0
) -> TalkOut:
    """Return the chat of a match after the line `after` that the caller may read: the last 60 lines."""
    row = (await service_of(request, MatchService).live_match(match_id)).row
    lines = await service_of(request, TalkService).lines(row, player, after)
    return {"type": "talk", "lines": [line_out(line) for line in lines]}


@router.post("/matches/{id}/talk", status_code=201, responses=refusals(400, 401, 403, 404, 409, 422, 429))
async def say(request: Request, player: Annotated[Player, counted("talk")], match_id: MatchId, sent: SayIn) -> LineOut:
    """Say an emote or a text. Words are for friends who met by a link, and for spectators among themselves."""
    await service_of(request, BanList).check("mute", player, request)
    return line_out(await service_of(request, TalkService).say(match_id, player, sent.said))


@router.post("/matches/{id}/talk/mute", status_code=204, include_in_schema=False)  # as it was before
@router.put("/matches/{id}/talk/mute", status_code=204, responses=refusals(400, 401, 404, 422, 429))
async def mute(request: Request, player: Annotated[Player, counted("talk")], match_id: MatchId, sent: MuteIn) -> None:
    """Mute somebody in this match (`on`), or unmute them."""
    await service_of(request, TalkService).mute(match_id, player, sent.person, on=sent.on)


@router.post("/matches/{id}/talk/block", status_code=204, responses=refusals(400, 401, 404, 409, 422, 429))
async def block(request: Request, player: Annotated[Player, counted("talk")], match_id: MatchId, sent: BlockIn) -> None:
    """Block somebody everywhere: no chat, and no other table with them. They are not notified."""
    await service_of(request, TalkService).block(match_id, player, sent.person)


@router.post("/matches/{id}/talk/report", status_code=204, responses=refusals(400, 401, 404, 409, 422, 429))
async def report(
    request: Request, player: Annotated[Player, counted("report")], match_id: MatchId, sent: ReportIn
) -> None:
    """Report somebody to the host, with the match and its last lines of chat. They are not notified."""
    await service_of(request, Reports).report(match_id, player, sent.person, sent.why)


@router.get("/players/me/blocks", dependencies=[Depends(Limit("ask"))], responses=refusals(401, 429))
async def get_blocks(request: Request, player: RequiredPlayer) -> Blocked:
    """Return the players the caller has blocked."""
    found = await service_of(request, TalkService).blocks.of(player)
    return Blocked(blocks=[BlockOut(id=block.id, name=block.name, created_at=block.at) for block in found])


@router.delete("/players/me/blocks/{id}", status_code=204, responses=refusals(401, 404, 429))
async def unblock(request: Request, player: Annotated[Player, counted("talk")], block_id: MatchId) -> None:
    """Lift a block."""
    await service_of(request, TalkService).blocks.unblock(player, block_id)
