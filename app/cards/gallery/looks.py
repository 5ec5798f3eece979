"""Distinguishing marks of cards' pictures, in addition to the icon: the accent of an ability, and one of several
skies."""

from __future__ import annotations

from collections import Counter
from typing import Final
from zlib import crc32

from app.cards.gallery.wording import AURA_PREFIX
from engine import cards
from engine.cards import Card

PLAIN: Final = "plain"
SKIES: Final = 5

_HOW_MANY: Final = Counter(slug.removeprefix(AURA_PREFIX) for card in cards.ALL.values() for slug in card.printed)


def accent(card: Card) -> str:
    """Return the ability that gives the picture its colour, the rarest one (an Aura's: what it lends), or `PLAIN`."""
    abilities = [slug.removeprefix(AURA_PREFIX) for slug in card.printed]
    return min(abilities, key=_HOW_MANY.__getitem__, default=PLAIN)


def sky(card: Card) -> int:
    """The number of the sky in its scene, 0 to SKIES - 1: always the same one for a card."""
    return crc32(str(card.origin or card.key).encode()) % SKIES
