"""The gallery: all cards with filters, a page for each card, a page for each ability."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

import orjson
from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from app.base.errors import AppError, Code
from app.base.web.limits import Limit
from app.base.web.page_cache import cached_page, cached_part
from app.base.web.page_context import PageContext
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.cards.gallery import balance_words, catalogue, wording
from app.cards.gallery.abilities import PAGES
from app.cards.gallery.filter_query import QueriedFilter, filter_words, wants_fragment
from engine import abilities, cards
from engine.errors import EngineError

router = APIRouter(include_in_schema=False)

MAX_DESIGN_LENGTH: Final = 2000
"""Characters of the notation of a designed card."""


@router.get("/cards", dependencies=[Depends(Limit("ask"))])
async def gallery(request: Request, card_filter: QueriedFilter) -> Response:
    """Show all cards that fit the filters; htmx gets the list alone."""

    def context() -> dict[str, object]:
        return {
            "page": "cards",
            "found": catalogue.find(card_filter),
            "total": len(cards.ALL),
            **filter_words(card_filter),
        }

    if wants_fragment(request):
        return await cached_part(request, "cards/gallery/found.html", card_filter, context)
    return await cached_page(request, "cards/gallery/gallery.html", card_filter, context)


@router.get("/cards/face", dependencies=[Depends(Limit("ask"))])
async def designed_face(request: Request, card: Annotated[str, Query(max_length=MAX_DESIGN_LENGTH)] = "") -> Response:
    """Show a designed card alone, from its notation, for a closer look at its name in a log."""
    try:
        notation = orjson.loads(card)
        shown = cards.designed(notation) if isinstance(notation, dict) else None
    except (orjson.JSONDecodeError, EngineError):
        shown = None
    if shown is None:
        raise AppError(Code.no_page)
    return service_of(request, Templates).page(request, "matches/table/face.html", {"kind": "card", "shown": shown})


@dataclass(frozen=True, kw_only=True)
class CardPage(PageContext):
    """Everything about a card; `drafted`: how decks fared that had drafted it; `before`, `after`: its neighbours."""

    template = "cards/gallery/card_page.html"
    page = "cards"
    card: cards.Card
    sentence: str
    abilities: list[wording.AbilityWords]
    drafted: list[str]
    before: cards.Card
    after: cards.Card
    deck: list[cards.Card]
    kind: str
    motto: str


@router.get("/cards/{slug}", dependencies=[Depends(Limit("ask"))])
async def card_page(request: Request, slug: str) -> Response:
    """Show everything about one card."""
    card = cards.ALL.get(slug)
    if card is None:
        raise AppError(Code.no_page)

    def context() -> dict[str, object]:
        before, after = catalogue.neighbours(card)
        shown = CardPage(
            card=card,
            sentence=wording.sentence(card),
            abilities=[wording.ability(slug) for slug in card.printed],
            drafted=balance_words.drafted(slug),
            before=before,
            after=after,
            deck=catalogue.deck_mates(card),
            kind=wording.kind_name(card.kind),
            motto=wording.set_motto(card.set),
        )
        return shown.template_values()

    return await cached_page(request, CardPage.template, slug, context)


@router.get("/cards/{slug}/face", dependencies=[Depends(Limit("ask"))])
async def card_face(request: Request, slug: str) -> Response:
    """Show the card alone, for a closer look during a match."""
    card = cards.ALL.get(slug)
    if card is None:
        raise AppError(Code.no_page)
    return await cached_part(
        request, "matches/table/face.html", ("face", slug), lambda: {"kind": "card", "shown": card}
    )


@router.get("/abilities/{slug}", dependencies=[Depends(Limit("ask"))])
async def ability_page(request: Request, slug: str) -> Response:
    """Show what an ability does and which cards have it; its printed English name leads there, too."""
    slug = catalogue.PRINTED.get(slug, slug)
    if slug not in abilities.NAMES:
        raise AppError(Code.no_page)

    def context() -> dict[str, object]:
        known = abilities.BY_SLUG.get(slug)
        return {
            "page": "cards",
            "words": wording.ability(slug),
            "notes": PAGES[slug]().notes,
            "found": catalogue.with_ability(slug),
            "lendable": known is not None and known.lendable,
        }

    return await cached_page(request, "cards/gallery/ability_page.html", slug, context)
