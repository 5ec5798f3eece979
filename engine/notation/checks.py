"""Small checks of JSON values from outside; each refuses with one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from engine import cards
from engine.cards import Card
from engine.editions import Edition
from engine.errors import BadPosition, brief
from engine.seat import SEATS, Seat

T = TypeVar("T")

A_SEAT: dict[str, Seat] = {seat: seat for seat in SEATS}
"""The words for a seat."""


def refuse(detail: str) -> BadPosition:
    """Return the refusal of a position."""
    return BadPosition("bad_position", detail=detail)


def an_object(value: object, keys: frozenset[str], needed: frozenset[str], what: str) -> dict[str, object]:
    """Return an object with these keys and no others."""
    if not isinstance(value, dict):
        raise refuse(f"{what} must be an object")
    if not value.keys() <= keys:
        raise refuse(f"{what} has the unknown key {brief(min(value.keys() - keys, key=str))}")
    if not needed <= value.keys():
        raise refuse(f"{what} lacks {min(needed - value.keys())!r}")
    return value


def a_count(value: object, what: str, high: int, low: int = 0) -> int:
    """Return a whole number from `low` to `high`; true and false are none."""
    if type(value) is not int or not low <= value <= high:
        raise refuse(f"{what} must be a whole number from {low} to {high}")
    return value


def a_flag(value: object, what: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise refuse(f"{what} must be true or false")
    return value


def a_choice(value: object, words: Mapping[str, T], what: str) -> T:
    """Return the meaning of one of the words."""
    if not isinstance(value, str) or value not in words:
        raise refuse(f"{what} must be one of {', '.join(words)}")
    return words[value]


def a_list(value: object, what: str, most: int) -> list[object]:
    """Return a list of at most `most` items."""
    if not isinstance(value, list):
        raise refuse(f"{what} must be a list")
    if len(value) > most:
        raise refuse(f"{what} must have at most {most} items")
    return value


def a_card(value: object, edition: Edition) -> Card:
    """Return a card of the edition."""
    card = cards.from_notation(value)
    if not edition.champions and card.set not in edition.sets:
        raise refuse(f"{card.name} does not exist in the {edition.name} edition")
    return card


def some_cards(value: object, edition: Edition, what: str, most: int) -> list[Card]:
    """Return a list of at most `most` cards of the edition."""
    return [a_card(item, edition) for item in a_list(value, what, most)]
