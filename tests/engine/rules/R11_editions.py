"""Section 11: what differs between the editions, row by row as far as it shows in play."""

import pytest

from engine import cards, notation
from engine.editions import BY_NAME, DEFAULT
from engine.errors import BadPosition
from tests.engine.language import duel, refused, side
from tests.support.cases import case

STARTER = {slug for slug, card in cards.ALL.items() if card.set == "initiation"}


def test_R11_2022_is_the_default() -> None:
    assert DEFAULT == "2022" and set(BY_NAME) == {"2021", "2022"}


def test_R11_2022_knows_no_single_steps() -> None:
    for action in ("attack", "attack_all", "end_turn"):
        with refused("wrong_edition"):
            duel(A=side(top="zombie")).do({"type": action})


def test_R11_the_cards_of_2021_are_the_starter_kit() -> None:
    for slug in cards.ALL:
        if slug in STARTER:
            assert duel(A=side(f"* {slug} brute"), edition="2021").hand("A") == f"* {slug} brute"
        else:
            with case(slug), pytest.raises(BadPosition, match="2021"):
                duel(A=side(f"* {slug} brute"), edition="2021")


def test_R11_the_abilities_of_2021() -> None:
    words = {word.split(":")[0] for slug in STARTER for word in cards.ALL[slug].printed}
    expected = {"splash", "perforation", "rage", "protection", "indestructible", "berserk", "sprint", "aura"}
    assert words == expected


def test_R11_a_position_says_its_edition(edition: str) -> None:
    shown = duel(edition=edition).shown
    assert shown["edition"] == edition
    with pytest.raises(BadPosition):
        notation.from_json({**shown, "edition": "2020"})
