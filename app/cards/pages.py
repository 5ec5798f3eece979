"""The gallery: all cards with filters, a page for each card, a page for each ability."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse

from app.cards import catalogue, wording
from app.cards.asking import AskedWish, filter_words, wants_part
from app.cards.notes import ability_notes
from app.errors import AppError
from app.security.limits import Limit
from app.templating import Templates
from engine import abilities, cards

router = APIRouter(include_in_schema=False)


@router.get("/cards", dependencies=[Depends(Limit("ask"))])
async def gallery(request: Request, wish: AskedWish) -> HTMLResponse:
    """All cards that fit the filters; htmx gets the list alone."""
    context = {"page": "cards", "found": catalogue.find(wish), "total": len(cards.ALL), **filter_words(wish)}
    name = "cards/found.html" if wants_part(request) else "cards/gallery.html"
    return _templates(request).page(request, name, context)


@router.get("/cards/{slug}", dependencies=[Depends(Limit("ask"))])
async def card_page(request: Request, slug: str) -> HTMLResponse:
    """Everything about one card."""
    card = cards.ALL.get(slug)
    if card is None:
        raise AppError("no_page", 404)
    before, after = catalogue.neighbours(card)
    context = {
        "page": "cards",
        "card": card,
        "sentence": wording.sentence(card),
        "abilities": [wording.ability(slug) for slug in card.printed],
        "before": before,
        "after": after,
        "deck": catalogue.deck_mates(card),
        "kind": wording.kind_name(card.kind),
        "motto": wording.set_motto(card.set),
    }
    return _templates(request).page(request, "cards/card_page.html", context)


@router.get("/abilities/{slug}", dependencies=[Depends(Limit("ask"))])
async def ability_page(request: Request, slug: str) -> HTMLResponse:
    """What an ability does, and who has it."""
    if slug not in abilities.NAMES:
        raise AppError("no_page", 404)
    known = abilities.BY_SLUG.get(slug)
    context = {
        "page": "cards",
        "words": wording.ability(slug),
        "notes": ability_notes(slug),
        "found": catalogue.with_ability(slug),
        "lendable": known is not None and known.lendable,
    }
    return _templates(request).page(request, "cards/ability_page.html", context)


def _templates(request: Request) -> Templates:
    templates: Templates = request.app.state.templates
    return templates
