"""Decks as text codes."""

from __future__ import annotations

import random

import pytest

from app.base.errors import AppError
from app.cards.decks.code import code_of, deck_in
from app.cards.decks.models import MAX_CARDS, in_order
from app.cards.gallery import codes
from engine import cards
from tests.support.cases import in_turn


def test_every_card_has_a_number_that_lasts() -> None:
    """A code from a chat must name the same cards forever: the catalogue may only grow at its end."""
    assert code_of(tuple(cards.preconstructed(1))) == "DECK1-0C2G-C209-30D1-T1MF"
    assert code_of(tuple(cards.of_sets(("resistance",))[:10])) == "DECK1-R30W-5GY4-RQ3C-FJ69-VJTG"
    assert deck_in("DECK1-3YEZ-G") == ("zombie",)


def test_decks_come_back_whatever_their_order() -> None:
    rng = random.Random(5)
    for size in range(1, MAX_CARDS + 1):
        deck = tuple(rng.sample(list(cards.ALL), size))
        assert deck_in(f"my deck: {code_of(deck)}!") == in_order(deck) and code_of(deck) == code_of(in_order(deck))


@in_turn(
    ("numbers", "code"),
    [
        (bytes((3, 3)), "code_wrong"), (bytes((4, 3)), "code_wrong"), (bytes(range(MAX_CARDS + 1)), "code_wrong"),
        (bytes((3, 250)), "code_newer"),
    ],
)  # fmt: skip
def test_a_well_formed_code_of_no_deck_is_refused(numbers: bytes, code: str) -> None:
    with pytest.raises(AppError) as caught:
        deck_in(codes.pack(codes.DECK, numbers))
    assert caught.value.code == code
