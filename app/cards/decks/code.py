"""A deck as a short text code (`app.cards.gallery.codes`): one byte per card, its number in the catalogue."""

from __future__ import annotations

from typing import Final

from app.base.errors import AppError, Code
from app.cards.decks.models import MAX_CARDS, in_order
from app.cards.gallery import codes
from engine import cards

# New cards go to the end of the catalogue, so a number keeps its card forever.
_SLUGS: Final = tuple(cards.ALL)
_NUMBERS: Final = {slug: number for number, slug in enumerate(_SLUGS)}


def code_of(slugs: tuple[str, ...]) -> str:
    """Return the code of a deck with at least one card; the order of its cards does not matter."""
    return codes.pack(codes.DECK, bytes(_NUMBERS[slug] for slug in in_order(slugs)))


def deck_in(text: str) -> tuple[str, ...]:
    """Return the cards of the first deck code in a text.

    AppError: code_missing, code_other_kind, code_newer, code_wrong.
    """
    numbers = list(codes.unpack(codes.DECK, text))
    if numbers != sorted(set(numbers)) or len(numbers) > MAX_CARDS:
        raise AppError(Code.code_wrong)
    if numbers[-1] >= len(_SLUGS):
        raise AppError(Code.code_newer)
    return tuple(_SLUGS[number] for number in numbers)
