"""Preconstructed decks and the deal (R2.2, R2.6, R2.7, R10.1)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import cards
from engine.errors import IllegalAction
from engine.seat import Seat
from engine.setup.options import Options
from engine.setup.setup import Setup
from engine.setup.solo import SoloOptions
from tests.engine.setup.acting import begin, types
from tests.support.cases import in_turn

SEEDS = range(60)


def test_R2_2_a_duel_is_dealt_from_the_chosen_decks() -> None:
    setup = begin(decks={"A": 1, "B": 3})
    deal = setup.deal()
    assert (setup.phase, setup.to_act, setup.legal("A")) == ("done", (), [])
    assert sorted(deal.hands["A"]) == sorted(cards.preconstructed(1))
    assert sorted(deal.hands["B"]) == sorted(cards.preconstructed(3)) and (deal.pile, deal.champions) == ([], {})


@in_turn("seed", SEEDS)
def test_R2_2_who_chose_no_deck_gets_another_one_by_chance(seed: int) -> None:
    decks = begin(seed, decks={"B": 2}).decks
    assert sorted(decks["B"]) == sorted(cards.preconstructed(2)) and set(decks["A"]).isdisjoint(decks["B"])


def test_R2_2_alone_the_other_three_decks_are_the_pile() -> None:
    deal = begin(mode="solo", decks={"A": 4}).deal()
    assert sorted(deal.hands["A"]) == sorted(cards.preconstructed(4)) and deal.hands.keys() == {"A"}
    assert sorted(deal.pile) == sorted(slug for number in (1, 2, 3) for slug in cards.preconstructed(number))
    assert deal.first == "A"


def test_R2_7_hands_and_pile_are_shuffled_by_the_seed() -> None:
    deals = [begin(seed, mode="solo", decks={"A": 1}).deal() for seed in SEEDS]
    assert len({tuple(deal.hands["A"]) for deal in deals}) == len(deals)
    assert len({tuple(deal.pile) for deal in deals}) == len(deals) and begin(5).deal() == begin(5).deal()


def test_R2_7_every_card_comes_to_every_place() -> None:
    places = Counter(begin(seed, decks={"A": 1, "B": 2}).deal().hands["A"].index("brute") for seed in range(400))
    assert places.keys() == set(range(8)) and min(places.values()) > 20


def test_R2_7_a_coin_toss_decides_who_starts() -> None:
    starts = Counter(begin(seed).deal().first for seed in range(200))
    assert starts.keys() == {"A", "B"} and min(starts.values()) > 60


@in_turn("seat", ["A", "B"])
def test_R2_7_who_starts_may_be_settled(seat: Seat) -> None:
    setup, events = Setup.new(Options(seed=1, first=seat))
    assert setup.deal().first == seat and events == []


def test_R2_7_the_toss_is_an_event() -> None:
    setup, events = Setup.new(Options(seed=1))
    assert events == [{"type": "coin", "first": setup.deal().first}]
    assert types(Setup.new(Options(seed=1, mode="solo"))[1]) == []


def test_R10_8_the_automaton_may_start() -> None:
    assert begin(mode="solo", solo=SoloOptions(automaton_starts=True)).deal().first == "B"


def test_nothing_is_dealt_before_the_set_up_is_done() -> None:
    with pytest.raises(IllegalAction):
        begin(format="draft").deal()


def test_R2_5a_preconstructed_lists_are_public() -> None:
    setup = begin(decks={"A": 1, "B": 3})
    for viewer in ("A", "B", None):
        assert setup.known_decks(viewer) == {"A": sorted(cards.preconstructed(1)), "B": sorted(cards.preconstructed(3))}
