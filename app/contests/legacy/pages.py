"""The pages of Legacy: where roads begin, a road with its choices, the road of the week, and the hall of a profile."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Form, Path, Request
from starlette.responses import Response

from app.base.errors import AppError, Code
from app.base.web.http import MAX_NUMBER, see_other, site_url
from app.base.web.limits import DRAWN, Limit
from app.base.web.page_context import PageContext
from app.base.web.png import png_of
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.cards.gallery.starters import Starter, starters
from app.contests.legacy import words
from app.contests.legacy.board import RoadBoards, RoadStanding
from app.contests.legacy.service import RoadService, starter_of, this_week
from app.contests.legacy.shown import PICTURE, shown
from app.contests.legacy.stored_road import StoredRoad
from app.contests.ratings.api import Handle
from app.contests.ratings.service import RatingService
from app.people.players.identity import MaybePlayer, RequiredPlayer, guest, redirect_with_cookie
from app.people.players.identity.counted import Count, counted, counting
from app.people.players.player import Player
from engine.legacy import ISLANDS, LIVES

router = APIRouter(include_in_schema=False)

RoadId = Annotated[str, Path(alias="id", max_length=16)]
Week = Annotated[str, Path(pattern=r"^20\d\d-W[0-5]\d$")]
PICTURE_WIDTH: Final = 800  # pixels


@dataclass(frozen=True, kw_only=True)
class LegacyPage(PageContext):
    """The beginning of a road: the starter decks with their `lives`, the visitor's roads, and that of the week."""

    template = "contests/legacy/legacy.html"
    page = "legacy"
    words = words
    lives = LIVES
    islands = ISLANDS
    decks: list[Starter]
    running: list[StoredRoad]
    ended: list[StoredRoad]
    week_deck: str


@router.get("/legacy", dependencies=[Depends(Limit("ask", DRAWN))])
async def legacy(request: Request, player: MaybePlayer) -> Response:
    """Show what Legacy is, the visitor's roads, and the decks with which a road begins."""
    service = service_of(request, RoadService)
    page = LegacyPage(
        decks=starters(),
        running=await service.of_player(player.id, over=False) if player else [],
        ended=await service.of_player(player.id, over=True) if player else [],
        week_deck=words.deck_name(starter_of(this_week())),
    )
    return service_of(request, Templates).show(request, page)


@router.post("/legacy")
async def begin(
    request: Request,
    player: MaybePlayer,
    count: Annotated[Count, counting("create")],
    deck: Annotated[int, Form(ge=1, le=4)],
) -> Response:
    """Begin a road with a starter deck, or go on with the one that is not over."""
    host = await guest(request, player)
    count(host)
    return await redirect_with_cookie(
        request, f"/legacy/{await service_of(request, RoadService).begin(host, deck)}", host
    )


@dataclass(frozen=True, kw_only=True)
class WeekPage(PageContext):
    """The road of a week: its table, and the visitor's own."""

    template = "contests/legacy/week.html"
    page = "legacy"
    islands = ISLANDS
    deck: str
    is_now: bool
    lives: int
    own: StoredRoad | None
    board: Sequence[RoadStanding]


@router.get("/legacy/week", dependencies=[Depends(Limit("ask"))])
async def of_this_week() -> Response:
    """Go to the road of this week."""
    return see_other(f"/legacy/week/{this_week()}")


@router.get("/legacy/week/{week}", dependencies=[Depends(Limit("ask", DRAWN))])
async def week_page(request: Request, week: Week, player: MaybePlayer) -> Response:
    """Show who came how far on the road of a week."""
    service = service_of(request, RoadService)
    try:
        starter = starter_of(week)
    except ValueError:
        raise AppError(Code.no_page) from None
    if week > this_week():
        raise AppError(Code.no_page)
    page = WeekPage(
        deck=words.deck_name(starter),
        is_now=week == this_week(),
        lives=LIVES[starter],
        own=await service.of_week(week, player) if player else None,
        board=await service_of(request, RoadBoards).get(week),
    )
    return service_of(request, Templates).show(request, page)


@router.post("/legacy/week")
async def begin_week(request: Request, player: MaybePlayer, count: Annotated[Count, counting("create")]) -> Response:
    """Begin the visitor's road of this week, or go on with it."""
    host = await guest(request, player)
    count(host)
    return await redirect_with_cookie(
        request, f"/legacy/{await service_of(request, RoadService).begin_week(host)}", host
    )


@router.get("/legacy/{id}", dependencies=[Depends(Limit("ask", DRAWN))])
async def road_page(request: Request, road_id: RoadId, player: MaybePlayer) -> Response:
    """Show a road; another player's only when it is over."""
    stored = await service_of(request, RoadService).get(road_id, player)
    own, base = player is not None and player.id == stored.player_id, f"/legacy/{stored.id}"
    context = shown(stored, own=own, base=base, address=f"{site_url(request)}{base}", picture=f"{base}/picture")
    return service_of(request, Templates).page(request, "contests/legacy/road.html", {**context, "page": "legacy"})


@router.post("/legacy/{id}/play")
async def play(request: Request, road_id: RoadId, player: Annotated[Player, counted("create")]) -> Response:
    """Sail on: to the match that is being played, or to a new one."""
    return see_other(f"/match/{await service_of(request, RoadService).play(player, road_id)}")


@router.post("/legacy/{id}/choose", dependencies=[Depends(Limit("ask"))])
async def choose(
    request: Request,
    road_id: RoadId,
    player: RequiredPlayer,
    version: Annotated[int, Form(ge=0, le=MAX_NUMBER)],
    take: Annotated[str, Form(max_length=8)],
    gain: Annotated[str, Form(max_length=40)],
    card: Annotated[int, Form(ge=0, le=7)],
) -> Response:
    """Take one of the three choices; nothing takes it back."""
    choice = {"take": take, "card": card, "gain": gain}
    await service_of(request, RoadService).choose(player, road_id, version, choice)
    return see_other(f"/legacy/{road_id}")


@router.post("/legacy/{id}/end", dependencies=[Depends(Limit("ask"))])
async def give_up(request: Request, road_id: RoadId, player: RequiredPlayer) -> Response:
    """End a road where it is."""
    await service_of(request, RoadService).give_up(player, road_id)
    return see_other(f"/legacy/{road_id}")


@router.get("/legacy/{id}/picture", dependencies=[Depends(Limit("ask", DRAWN))])
async def picture(request: Request, road_id: RoadId, player: MaybePlayer) -> Response:
    """Return a road that is over as a picture: its islands, its deck and its scars, a PNG file; 404 before its end."""
    stored = await service_of(request, RoadService).get(road_id, player)
    if not stored.is_over:
        raise AppError(Code.no_page)
    svg = service_of(request, Templates).text(PICTURE, shown(stored))
    headers = {"Cache-Control": "no-store", "Content-Disposition": 'inline; filename="road.png"'}
    return Response(await asyncio.to_thread(png_of, svg, PICTURE_WIDTH), media_type="image/png", headers=headers)


@router.get("/legacy/of/{handle}", dependencies=[Depends(Limit("ask", DRAWN))])
async def of_profile(request: Request, player: MaybePlayer, handle: Handle) -> Response:
    """Show the roads of a guest's profile that are over: its hall."""
    profile = await service_of(request, RatingService).profile(handle, player)
    found = await service_of(request, RoadService).of_player(profile.player.id, over=True)
    context = {"roads": found, "words": words}
    return service_of(request, Templates).page(request, "contests/legacy/of_profile.html", context)
