"""Cards on paper: each 56 x 87 mm, the size that fits sleeves for common cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.base.web.page_context import PageContext
from engine.cards import Card


@dataclass(frozen=True, kw_only=True)
class CardSheet(PageContext):
    """Cards to print and cut out; `back` leads to where they are from, which is called `title`."""

    template = "cards/gallery/sheet.html"
    page = "decks"
    cards: Sequence[Card]
    title: str
    back: str
