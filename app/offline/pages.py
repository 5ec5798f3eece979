"""The pages shown without a connection, which browsers keep: what can be done then, and a table that a worker plays."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Depends, Request
from markupsafe import Markup
from starlette.responses import Response

from app.bots.characters import FOR_LEVELS
from app.i18n import _
from app.learn.lesson_page import lesson_links
from app.puzzles.solve_rates import HARDEST
from app.solo import levels
from app.table.match_page import MatchPage
from app.web.limits import Limit
from app.web.page_cache import kept_page
from engine.editions import BY_NAME

SLOW: Final = 5, 5
"""The level of the computers from which on their turns take seconds in a browser, and how many at most."""

router = APIRouter(include_in_schema=False, dependencies=[Depends(Limit("ask"))])


@router.get("/offline")
async def offline(request: Request) -> Response:
    """Say that there is no connection, and offer what can be played where that is kept (static/js/offline/keep.js)."""
    return await kept_page(request, "web/offline.html", None, _offered)


def _offered() -> dict[str, object]:
    ladder = [
        (edition, [(level, levels.name(level, edition)) for level in range(levels.highest(edition) + 1)])
        for edition in sorted(BY_NAME, reverse=True)
    ]
    context = {"ladder": ladder, "opponents": FOR_LEVELS, "slow": SLOW}
    return {**context, "lessons": lesson_links(()), "difficulties": range(1, HARDEST + 1)}


@router.get("/offline/match")
async def offline_match(request: Request) -> Response:
    """Show the page of a match without a connection: the same for everybody, and without a table."""
    return await kept_page(request, "play/offline.html", "match", _match)


@router.get("/offline/practice")
async def offline_practice(request: Request) -> Response:
    """Show the page of lessons and puzzles without a connection, as empty."""
    return await kept_page(request, "play/offline.html", "practice", _practice)


def _practice() -> dict[str, object]:
    coach = Markup('<aside id="coach" class="coach"></aside>')
    leave = {"leave": "/offline", "leave_words": _("Play without a connection")}
    return {**_match(), "under": "practice/page.html", "title": _("Without a connection"), "coach_zone": coach, **leave}


def _match() -> dict[str, object]:
    stage = Markup('<div id="stage" class="stage"><p class="soft" role="status">{}</p></div>').format(_("One moment…"))
    page = MatchPage(
        title=_("Without a connection"),
        live="/offline/live",
        stage=stage,
        menu=Markup('<div id="menu-match" class="menu-part"></div>'),
        at_table=False,
        preview=True,
        hints=True,
    )
    return {"match": page, "page": "match", "under": "play/match.html"}
