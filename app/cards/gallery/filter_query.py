"""The card filter in an address: the filters of the gallery and of the deck builder, read from a query."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fastapi import Depends, Query, Request

from app.base.i18n import _
from app.cards.gallery import balance_words, catalogue
from app.cards.gallery.catalogue import CardFilter
from engine import abilities, cards

Chosen = Annotated[list[str], Query(max_length=40)]


def _known(chosen: Iterable[str], known: Iterable[str]) -> frozenset[str]:
    return frozenset(catalogue.PRINTED.get(each, each) for each in chosen) & frozenset(known)


async def queried_filter(  # a function that is not async would be given a thread
    sets: Annotated[Chosen, Query(alias="set")] = [],  # noqa: B006 # FastAPI copies it
    types: Annotated[Chosen, Query(alias="type")] = [],  # noqa: B006
    costs: Annotated[Chosen, Query(alias="cost")] = [],  # noqa: B006
    has: Annotated[Chosen, Query(alias="ability")] = [],  # noqa: B006
    q: str = "",
    sort: str = "set",
) -> CardFilter:
    """Return the card filter of an address; names that do not exist are left out, so that old links still work."""
    return CardFilter(
        sets=_known(sets, cards.SETS),
        types=_known(types, catalogue.TYPES),
        costs=frozenset(cost for cost in catalogue.COSTS if str(cost) in costs),
        abilities=_known(has, abilities.NAMES),
        text=q.strip()[: catalogue.MAX_SEARCHED],
        sort=sort if sort in catalogue.SORTS else "set",
    )


QueriedFilter = Annotated[CardFilter, Depends(queried_filter)]


def filter_words(card_filter: CardFilter) -> dict[str, object]:
    """Return the context of templates/cards/gallery/filters.html."""
    return {
        "card_filter": card_filter,
        "sets": cards.SETS,
        "costs": catalogue.COSTS,
        "sorts": _sorts(),
        "win_rate": balance_words.rate_of,
        "starting": balance_words.starting_by_filter,
    }


def _sorts() -> dict[str, str]:
    return {
        # Translators: cards are sorted by this: their set, name, mana cost ...
        "set": _("Set"),
        "name": _("Name"),
        "cost": _("Cost"),
        "attack": _("Attack"),
        "health": _("Health"),
        catalogue.WON: _("Win rate"),
    }


def wants_fragment(request: Request) -> bool:
    """True if htmx requests a part of the page, not a visitor the whole."""
    return request.headers.get("hx-request-type") == "partial"
