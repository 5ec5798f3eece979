"""The deal of the day, and deals passed on, for programs (docs/api.md). Nothing here knows a seed."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request

from app.base.web.api_docs import refusals
from app.base.web.http import StrictRoute
from app.base.web.limits import DRAWN, Limit
from app.base.web.services import service_of
from app.contests.deals.pages import DealId
from app.contests.deals.results import DealTry, TryOutcome
from app.contests.deals.service import DealService, SharedDeal
from app.learning.puzzles import daily
from app.people.players.identity import MaybePlayer
from app.people.players.identity.counted import counted
from app.people.players.player import Player

router = APIRouter(prefix="/api/deals", route_class=StrictRoute, tags=["deals"])


class PassOnIn(BaseModel):
    """The match whose cards others are to play."""

    model_config = ConfigDict(extra="forbid")

    match: str = Field(max_length=32, description="a finished match of the caller against the automaton")


class DealResultOut(BaseModel):
    """A finished try."""

    outcome: TryOutcome
    turns: int
    fortress: Literal["bastion", "fort"]
    hp: int = Field(description="of the Stronghold at the end")


class DealTryOut(BaseModel):
    """The caller's try."""

    match: str | None = Field(description="null where the match has been deleted since")
    counts: bool = Field(description="it stands in the table: it was begun on the day of the deal")
    result: DealResultOut | None = Field(description="null until its end")
    rank: int | None = Field(description="the place in the table; null before the end, and where it does not count")


class RankedDealOut(DealResultOut):
    """A line of the table."""

    rank: int
    name: str
    match: str | None = Field(description="null until the caller has finished the deal, and where it was deleted")


class DealOut(BaseModel):
    """A deal as its caller may know it: opponent and decks are announced, the cards' order is secret."""

    id: str
    day: str | None = Field(description="null for a deal that was passed on")
    mode: str
    decks: list[int] = Field(description="the starter decks of the player and, in a duel, of the opponent")
    opponent: str | None = Field(description="the computer player of a duel, as in `POST /api/matches`")
    won_by: int | None = Field(description="the level of a computer that won it before its day; null: none has tried")
    finished: int = Field(description="how many have finished it")
    table: list[RankedDealOut] = Field(description="the best hundred")
    own: DealTryOut | None = Field(description="null until the caller has begun it")


class BegunDeal(BaseModel):
    """The match in which the caller plays a deal."""

    match: str


class PassedOn(BaseModel):
    """A deal that was passed on."""

    id: str


def _result(found: DealTry) -> DealResultOut | None:
    if found.outcome is None:
        return None
    fortress: Literal["bastion", "fort"] = "bastion" if found.bastion else "fort"
    return DealResultOut(outcome=found.outcome, turns=found.turns, fortress=fortress, hp=found.hp)


async def _own(service: DealService, own: DealTry | None) -> DealTryOut | None:
    if own is None:
        return None
    result = _result(own)
    rank = await service.rank(own) if result is not None and own.counts else None
    return DealTryOut(match=own.match_id, counts=own.counts, result=result, rank=rank)


async def _deal_out(service: DealService, deal: SharedDeal, player: Player | None) -> DealOut:
    own = (await service.tries_of(player)).get(deal.id) if player else None
    board = await service.boards.get(deal.id, since=(own.ended_at or 0.0) if own else 0.0)
    may_watch, bot = own is not None and own.outcome is not None, deal.plan.bot
    table = [
        RankedDealOut(
            rank=line.rank,
            name=line.result.name,
            match=line.result.match_id if may_watch else None,
            **dict(result),
        )
        for line in board.lines
        if (result := _result(line.result)) is not None
    ]
    return DealOut(
        id=deal.id,
        day=deal.day.isoformat() if deal.day else None,
        mode=deal.plan.mode,
        decks=list(deal.plan.decks),
        opponent=f"bot:{bot.level}" if bot else None,
        won_by=board.won_by,
        finished=board.finished,
        table=table,
        own=await _own(service, own),
    )


@router.get("/today", dependencies=[Depends(Limit("ask", DRAWN))], responses=refusals(401, 429))
async def deal_of_today(request: Request, player: MaybePlayer) -> DealOut:
    """Return the deal of the day (UTC), its table and the caller's try."""
    service = service_of(request, DealService)
    return await _deal_out(service, await service.get(daily.today().isoformat()), player)


@router.get("/{id}", dependencies=[Depends(Limit("ask", DRAWN))], responses=refusals(401, 404, 429))
async def get_deal(request: Request, deal_id: DealId, player: MaybePlayer) -> DealOut:
    """Return the deal of a day, as "2026-12-31", or one that was passed on."""
    service = service_of(request, DealService)
    return await _deal_out(service, await service.get(deal_id), player)


@router.post("/{id}/play", status_code=201, responses=refusals(401, 404, 409, 429))
async def play_deal(request: Request, deal_id: DealId, player: Annotated[Player, counted("create")]) -> BegunDeal:
    """Begin the caller's one try at a deal, or return the match in which it was begun."""
    service = service_of(request, DealService)
    deal = await service.get(deal_id)
    return BegunDeal(match=await service.play(player, deal))


@router.post("", status_code=201, responses=refusals(400, 401, 403, 404, 409, 429))
async def pass_on(request: Request, player: Annotated[Player, counted("create")], sent: PassOnIn) -> PassedOn:
    """Make a finished match against the automaton a deal that others can play."""
    return PassedOn(id=await service_of(request, DealService).pass_on(player, sent.match))
