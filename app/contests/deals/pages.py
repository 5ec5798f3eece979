"""The pages of deals: the deal of the day with its table, past days, deals passed on, and the part of a result."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Request
from markupsafe import Markup
from starlette.responses import Response

from app.base.i18n import current_language, formats
from app.base.web.http import see_other, site_url
from app.base.web.limits import DRAWN, Limit
from app.base.web.link_pictures import COSTLY, link_picture
from app.base.web.page_context import PageContext
from app.base.web.png import png_of
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.contests.deals import words
from app.contests.deals.board import DealBoard
from app.contests.deals.results import DealTry
from app.contests.deals.service import DealService, SharedDeal, deal_of_day, may_be_passed_on
from app.learning.puzzles import daily
from app.matches.core.match_id import MatchId
from app.matches.core.service import MatchService
from app.matches.table.zones import rendered
from app.people.players.identity import MaybePlayer, RequiredPlayer, guest, redirect_with_cookie
from app.people.players.identity.counted import Count, counted, counting
from app.people.players.player import Player

router = APIRouter(include_in_schema=False)

DealId = Annotated[str, Path(alias="id", max_length=16)]
PAST_SHOWN: Final = 14
PICTURE_WIDTH: Final = 1200  # pixels


@dataclass(frozen=True, slots=True)
class PastDay:
    """A past day in the list, with the visitor's try."""

    deal: SharedDeal
    own: DealTry | None


@router.get("/deals", dependencies=[Depends(Limit("ask"))])
async def of_today() -> Response:
    """Go to the deal of the day."""
    return see_other(f"/deals/{daily.today().isoformat()}")


@dataclass(frozen=True, kw_only=True)
class DealPage(PageContext):
    """A deal as one visitor sees it: `own` is their try, `rank` its place, `left` the time until its day is over."""

    template = "contests/deals/deal.html"
    page = "deals"
    words = words
    deal: SharedDeal
    counts: bool
    left: str
    title: str
    plan: str
    own: DealTry | None
    finished: bool
    rank: int | None
    board: DealBoard
    table: Markup
    streak: int
    past: list[PastDay]
    share: str
    address: str


@router.get("/deals/{id}", dependencies=[Depends(Limit("ask", DRAWN))])
async def deal_page(request: Request, deal_id: DealId, player: MaybePlayer) -> Response:
    """Show a deal: what is played, the visitor's own try, the table, and past days."""
    service = service_of(request, DealService)
    deal = await service.get(deal_id)
    tries = await service.tries_of(player) if player else {}
    own = tries.get(deal.id)
    board = await service.boards.get(deal.id, since=(own.ended_at or 0.0) if own else 0.0)
    finished = own is not None and own.outcome is not None
    shown = DealPage(
        deal=deal,
        counts=own.counts if own else deal.counts,
        left=_left(deal.day, own) if deal.day and deal.counts else "",
        title=words.title_words(deal),
        plan=words.plan_words(deal),
        own=own,
        finished=finished,
        rank=await service.rank(own) if own is not None and finished and own.counts else None,
        board=board,
        table=_table(request, deal, board, may_watch=finished),
        streak=daily.streak(_days(tries), daily.today()),
        past=_past(deal.day, tries) if deal.day is not None else [],
        share=words.share_words(deal, own) if own is not None and finished else "",
        address=f"{site_url(request)}/deals/{deal.id}",
    )
    return service_of(request, Templates).show(request, shown)


def _table(request: Request, deal: SharedDeal, board: DealBoard, *, may_watch: bool) -> Markup:
    """Return the table as HTML, drawn once for all who see the same."""
    key = (current_language().code, may_watch)
    if key not in board.drawn:
        context = {"board": board, "deal": deal, "may_watch": may_watch, "words": words}
        board.drawn[key] = rendered(service_of(request, Templates), "contests/deals/table.html", context)
    return board.drawn[key]


def _left(day: date, own: DealTry | None) -> str:
    """Return in what time a try that begins would not count any more; for who has begun, when the next deal comes."""
    return formats.duration(daily.left(day)) if own is None or day == daily.today() else ""


def _days(tries: dict[str, DealTry]) -> set[date]:
    """Return the days whose deal was finished when it counted."""
    done = [each for each in tries.values() if each.counts and each.outcome is not None]
    return {date.fromisoformat(each.deal_id) for each in done if each.deal_id[4:5] == each.deal_id[7:8] == "-"}


def _past(shown: date, tries: dict[str, DealTry]) -> list[PastDay]:
    """Return today and the days before it, but for the one that is shown."""
    days = [daily.today() - timedelta(back) for back in range(PAST_SHOWN + 1)]
    return [PastDay(deal_of_day(day), tries.get(day.isoformat())) for day in days if day != shown]


@router.post("/deals/{id}/play")
async def play(
    request: Request, deal_id: DealId, player: MaybePlayer, count: Annotated[Count, counting("create")]
) -> Response:
    """Begin the visitor's try, or continue with it."""
    service = service_of(request, DealService)
    deal = await service.get(deal_id)
    host = await guest(request, player)
    count(host)
    return await redirect_with_cookie(request, f"/match/{await service.play(host, deal)}", host)


@router.get("/deals/{id}/picture", dependencies=[Depends(Limit("ask", DRAWN))])
async def picture(request: Request, deal_id: DealId, player: RequiredPlayer) -> Response:
    """Return the visitor's result as a picture without any card, a PNG file, which every chat shows; 404 before their
    end."""
    service = service_of(request, DealService)
    deal = await service.get(deal_id)
    own = await service.finished_try(player, deal)
    context = {"title": words.title_words(deal), "own": own, "words": words}
    svg = service_of(request, Templates).text("contests/deals/picture.svg.html", context)
    headers = {"Cache-Control": "no-store", "Content-Disposition": f'inline; filename="deal-{deal.id}.png"'}
    return Response(await asyncio.to_thread(png_of, svg, PICTURE_WIDTH), media_type="image/png", headers=headers)


@router.get("/deals/{id}/picture.png", dependencies=[COSTLY])
async def deal_link_picture(request: Request, deal_id: DealId) -> Response:
    """Show a deal as chats do next to a link, a PNG file without any card."""
    title = words.title_words(await service_of(request, DealService).get(deal_id))
    return await link_picture(request, ("scene", title), "matches/table/link_scene.html", lambda: {"title": title})


@router.post("/match/{id}/beat")
async def pass_on(request: Request, match_id: MatchId, player: Annotated[Player, counted("create")]) -> Response:
    """Make a finished solo match a deal that others can play."""
    return see_other(f"/deals/{await service_of(request, DealService).pass_on(player, match_id)}")


@router.get("/match/{id}/deal", dependencies=[Depends(Limit("ask"))])
async def of_match(request: Request, match_id: MatchId, player: MaybePlayer) -> Response:
    """Show what a finished match means for its deal, or the way to make it one: a part of its result."""
    live = await service_of(request, MatchService).live_match(match_id)
    mine = player is not None and bool(live.row.seats_of(player.id))
    found = await service_of(request, DealService).try_in(match_id) if mine else None
    context = {"own": found, "may_pass_on": mine and may_be_passed_on(live), "match": match_id}
    return service_of(request, Templates).page(request, "contests/deals/of_match.html", context)
