"""The pages shown without a connection, which browsers keep: what can be done then, and a table that a worker plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypedDict

from fastapi import APIRouter, Depends, Request
from markupsafe import Markup
from starlette.responses import JSONResponse, Response

from app.base.i18n import _
from app.base.web.limits import Limit
from app.base.web.page_cache import cached_page, cached_part
from app.base.web.page_context import PageContext
from app.base.web.services import service_of
from app.cards.decks.legality import is_legal
from app.cards.decks.service import DeckService
from app.cards.gallery.starters import Starter, starters
from app.learning.lessons.lesson_page import LessonLink, lesson_links
from app.learning.puzzles.solve_rates import HARDEST
from app.learning.replay.perspective import OPEN, Perspective
from app.learning.replay.renderer import ReplayMoment
from app.matches.bots.characters import FOR_LEVELS
from app.matches.play.create_page import CreatePage
from app.matches.play.forms import MatchForm
from app.matches.solo import levels
from app.matches.table.match_page import MatchPage
from app.people.players.identity import MaybePlayer
from app.people.players.shown_names import given_name
from engine.editions import BY_NAME
from engine.legacy import ISLANDS, LIVES

SLOW: Final = 5, 5
"""The level of the computers from which on their turns take seconds in a browser, and how many at most."""

router = APIRouter(include_in_schema=False, dependencies=[Depends(Limit("ask"))])


@dataclass(frozen=True, kw_only=True)
class OfflinePage(PageContext):
    """All that is played without a connection: the automaton's `ladder`, computers, roads, lessons and puzzles."""

    template = "base/web/offline.html"
    opponents = FOR_LEVELS
    slow = SLOW
    lives = LIVES
    islands = ISLANDS
    difficulties = range(1, HARDEST + 1)
    ladder: Sequence[tuple[str, Sequence[tuple[int, str]]]]
    lessons: Sequence[LessonLink]
    decks: Sequence[Starter]


@router.get("/offline")
async def offline(request: Request) -> Response:
    """Say that there is no connection, and offer what can be played where that is kept (static/js/offline/keep.js)."""
    return await cached_page(request, OfflinePage.template, None, lambda: _offered().template_values())


def _offered() -> OfflinePage:
    ladder = [
        (edition, [(level, levels.name(level, edition)) for level in range(levels.highest(edition) + 1)])
        for edition in sorted(BY_NAME, reverse=True)
    ]
    return OfflinePage(ladder=ladder, lessons=lesson_links(()), decks=starters())


@router.get("/offline/offer")
async def offline_offer(request: Request) -> Response:
    """Offer to keep what is needed, as a part of the result of a solo match."""
    return await cached_part(request, "matches/solo/keep.html", None, lambda: {"offer": True})


@router.get("/offline/match")
async def offline_match(request: Request) -> Response:
    """Show the page of a match without a connection: the same for everybody, and without a table."""
    return await cached_page(request, "matches/play/offline.html", "match", _match)


@router.get("/offline/practice")
async def offline_practice(request: Request) -> Response:
    """Show the page of lessons and puzzles without a connection, as empty."""
    return await cached_page(request, "matches/play/offline.html", "practice", _practice)


@router.get("/offline/road")
async def offline_road(request: Request) -> Response:
    """Show the page of a road of Legacy without a connection, as empty."""
    return await cached_page(request, "contests/legacy/offline.html", None, lambda: {"page": "legacy"})


@router.get("/offline/create")
async def offline_create(request: Request) -> Response:
    """Show the form for a match without a connection: the same for everybody, because a browser keeps it for the
    next player there."""
    return await cached_page(request, "matches/play/create.html", "offline", _create)


def _create() -> dict[str, object]:
    create = CreatePage(form=MatchForm(mode="solo"), name="", unfolded=True, alone=tuple(BY_NAME))
    return {"create": create, "page": "new"}


class OwnDeck(TypedDict):
    """A deck of the form: `cards` as `kept.new` reads them."""

    name: str
    cards: str


@router.get("/offline/own")
async def offline_own(request: Request, player: MaybePlayer) -> Response:
    """Return what is the visitor's own in that form: their name, and by edition the decks that may be played."""
    decks = await service_of(request, DeckService).of(player)
    legal: dict[str, list[OwnDeck]] = {
        name: [{"name": deck.name, "cards": ".".join(deck.slugs)} for deck in decks if is_legal(deck.slugs, rules)]
        for name, rules in BY_NAME.items()
    }
    return JSONResponse({"name": given_name(player), "decks": legal}, headers={"Cache-Control": "no-store"})


@router.get("/offline/replay")
async def offline_replay(request: Request) -> Response:
    """Show the page of a replay without a connection, as empty."""
    return await cached_page(request, "learning/replay/offline.html", None, _replay)


def _replay() -> dict[str, object]:
    moment = ReplayMoment("/offline/replay", 0, 0, Perspective(OPEN), None, 0, 0, "", "")
    log = Markup('<ol id="log" class="log"></ol>')
    sides = Markup('<nav id="sides"></nav>')
    shown: dict[str, object] = {"moment": moment, "stage": _stage(), "moving": [sides], "log": log, "page": "replay"}
    return {**shown, "expert": None, "turns": ()}


def _stage() -> Markup:
    words = Markup(
        '<div id="stage" class="stage"><div class="cover"><div id="opening" class="cover-panel panel">'
        '<p id="opened" role="status">{}</p><progress aria-labelledby="opened"></progress></div></div></div>'
    )
    return words.format(_("One moment…"))


def _practice() -> dict[str, object]:
    coach = Markup('<aside id="coach" class="coach"></aside>')
    leave = {"leave": "/offline", "leave_words": _("Play without a connection")}
    return {
        **_match(),
        "under": "learning/practice/page.html",
        "title": _("Without a connection"),
        "coach_zone": coach,
        "picture": "",
        **leave,
    }


def _match() -> dict[str, object]:
    page = MatchPage(
        title=_("Without a connection"),
        live="/offline/live",
        stage=_stage(),
        menu=Markup('<div id="menu-match" class="menu-part"></div>'),
        at_table=False,
        preview=True,
        hints=True,
    )
    return {"match": page, "page": "match", "under": "matches/play/match.html"}
