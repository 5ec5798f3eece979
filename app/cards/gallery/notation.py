"""The cards of a view: which card a notation means, and its key in a page."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from zlib import crc32

from engine import cards
from engine.cards import Card, CardNotation


@lru_cache(maxsize=512)
def _designed(text: str) -> Card:
    return cards.designed(json.loads(text))


def card_of(notation: CardNotation) -> Card:
    """Return the card of a slug or designed-card object of a view; the same object again for an equal design."""
    if isinstance(notation, str):
        return cards.ALL[notation]
    return _designed(json.dumps(notation, sort_keys=True))


def deck_by_cost(notations: Iterable[CardNotation] | None) -> tuple[Card, ...] | None:
    """Return the cards of a deck, the cheapest first; None for one that is secret."""
    return None if notations is None else tuple(sorted(map(card_of, notations), key=lambda card: card.cost))


def key_of(notation: CardNotation) -> str:
    """Return the key of a card in DOM ids: its slug, or `design` and a checksum for a designed card."""
    return notation if isinstance(notation, str) else f"design-{crc32(repr(card_of(notation).key).encode()):x}"
