"""Small checks of JSON values from outside; each refuses with one sentence.

`key` is that of the value in the notation, for the sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from engine import cards
from engine.cards import Card
from engine.editions import Edition
from engine.errors import bad_position, brief
from engine.seat import SEATS, Seat

T = TypeVar("T")

A_SEAT: dict[str, Seat] = {seat: seat for seat in SEATS}
"""The words for a seat."""


def an_object(value: object, keys: frozenset[str], needed: frozenset[str], key: str) -> dict[str, object]:
    """Return an object with these keys and no others."""
    if not isinstance(value, dict):
        raise bad_position("key_object", key=key)
    if not value.keys() <= keys:
        raise bad_position("key_unknown", key=key, unknown=brief(min(value.keys() - keys, key=str)))
    if not needed <= value.keys():
        raise bad_position("key_missing", key=key, missing=min(needed.difference(value)))
    return value


def a_count(value: object, key: str, high: int, low: int = 0) -> int:
    """Return a whole number from `low` to `high`; true and false are none."""
    if type(value) is not int or not low <= value <= high:
        raise bad_position("key_count", key=key, least=low, most=high)
    return value


def a_flag(value: object, key: str) -> bool:
    """Return true or false; anything else is refused."""
    if not isinstance(value, bool):
        raise bad_position("key_boolean", key=key)
    return value


def a_choice(value: object, words: Mapping[str, T], key: str) -> T:
    """Return the meaning of one of the words."""
    if not isinstance(value, str) or value not in words:
        raise bad_position("key_choice", key=key, words=", ".join(words))
    return words[value]


def a_list(value: object, key: str, most: int) -> list[object]:
    """Return a list of at most `most` items."""
    if not isinstance(value, list):
        raise bad_position("key_list", key=key)
    if len(value) > most:
        raise bad_position("key_most", key=key, most=most)
    return value


def a_card(value: object, edition: Edition) -> Card:
    """Return a card of the edition."""
    card = cards.from_notation(value)
    if not edition.champions and card.set not in edition.sets:
        raise bad_position("card_edition", card=card.term, edition=edition.name)
    return card


def some_cards(value: object, edition: Edition, key: str, most: int) -> list[Card]:
    """Return a list of at most `most` cards of the edition."""
    return [a_card(item, edition) for item in a_list(value, key, most)]
