"""The gallery: all cards with filters, a page for each card, a page for each ability."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from app.cards import catalogue, wording
from app.cards.catalogue import Wish
from app.cards.notes import ability_notes
from app.errors import AppError
from app.i18n import _
from app.templating import Templates
from engine import abilities, cards

router = APIRouter(include_in_schema=False)

Chosen = Annotated[list[str], Query(max_length=40)]


def _known(chosen: Iterable[str], known: Iterable[str]) -> frozenset[str]:
    return frozenset(chosen) & frozenset(known)


def _wish(sets: list[str], types: list[str], costs: list[str], has: list[str], text: str, sort: str) -> Wish:
    """What the address asks for; what it names that does not exist is left out, so that old links go on to work."""
    return Wish(
        sets=_known(sets, cards.SETS),
        types=_known(types, catalogue.TYPES),
        costs=frozenset(cost for cost in catalogue.COSTS if str(cost) in costs),
        abilities=_known(has, abilities.NAMES),
        text=text.strip()[: catalogue.MOST_SEARCHED],
        sort=sort if sort in catalogue.SORTS else "set",
    )


@router.get("/cards")
async def gallery(
    request: Request,
    sets: Annotated[Chosen, Query(alias="set")] = [],  # noqa: B006 # FastAPI copies it
    types: Annotated[Chosen, Query(alias="type")] = [],  # noqa: B006
    costs: Annotated[Chosen, Query(alias="cost")] = [],  # noqa: B006
    has: Annotated[Chosen, Query(alias="ability")] = [],  # noqa: B006
    q: str = "",
    sort: str = "set",
) -> HTMLResponse:
    """All cards that fit the filters; htmx gets the list alone."""
    wish = _wish(sets, types, costs, has, q, sort)
    context = {
        "page": "cards",
        "wish": wish,
        "found": catalogue.find(wish),
        "total": len(cards.ALL),
        "sets": cards.SETS,
        "types": catalogue.TYPES,
        "costs": catalogue.COSTS,
        "sorts": _sorts(),
    }
    partial = request.headers.get("hx-request-type") == "partial"
    return _templates(request).page(request, "cards/found.html" if partial else "cards/gallery.html", context)


def _sorts() -> dict[str, str]:
    return {"set": _("Set"), "name": _("Name"), "cost": _("Cost"), "attack": _("Attack"), "health": _("Health")}


@router.get("/cards/{slug}")
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


@router.get("/abilities/{slug}")
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
