"""Hidden cards do not show in observations, masks, and worlds drawn for a player (R2.5a)."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import numpy as np
import pytest

from engine.match import Match
from engine.seat import Seat
from tests.drills.learning.tables import table, tables
from tests.engine.playing import KINDS
from tests.engine.properties.disguise import disguised
from tests.support.cases import seeds
from tools.packages.gym import MatchTable
from tools.packages.gym.worlds import resampled

SEEDS = seeds(1, 3)
SECRET = ["2022-duel-constructed", "2021-duel-constructed", "2022-duel-constructed-optional-champions"]


def same(one: MatchTable, two: MatchTable, seat: Seat) -> bool:
    """True if `seat` gets the same of both, number by number."""
    first, second = one.observe(seat), two.observe(seat)
    return all(np.array_equal(first[key], second[key]) for key in ("observation", "action_mask"))


def in_play(kind: str, seed: int) -> Iterator[MatchTable]:
    for now in tables(kind, seed):
        if now.match.status == "playing":
            yield now


def seen(match: Match, seat: Seat) -> str:
    return json.dumps([match.view_for(seat), match.legal_actions(seat)])


@pytest.mark.parametrize("kind", KINDS)
def test_no_observation_shows_a_hidden_card(kind: str) -> None:
    for seed in SEEDS:
        dice = random.Random(seed)
        for now in in_play(kind, seed):
            for seat in now.seats:
                for strangers in (False, True):
                    assert same(now, MatchTable(disguised(now.match, seat, dice, strangers)), seat)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if "duel" in kind])
def test_the_owner_of_the_cards_sees_the_difference(kind: str) -> None:
    """The test above would notice a leak."""
    now = next(in_play(kind, 1))
    other_match = disguised(now.match, "A", random.Random(1), strangers=True)
    assert not same(now, MatchTable(other_match), "B")


@pytest.mark.parametrize("kind", SECRET)
def test_a_deck_that_grows_or_is_handed_in_shows_to_its_owner_alone(kind: str) -> None:
    one = two = table(kind, 1)
    steps = one.match.options.rules.deck_size
    for step in range(steps):
        one, two = one.play(min(one.legal)), two.play(max(two.legal))
        assert same(one, two, "B")
        assert step == steps - 1 or not same(one, two, "A")
    assert one.seat == two.seat == "B"
    assert not same(one, two, "A")


@pytest.mark.parametrize("kind", KINDS)
def test_a_world_drawn_for_a_player_looks_the_same_to_them_and_can_be_played_on(kind: str) -> None:
    for seed in SEEDS:
        dice = random.Random(seed)
        for now in tables(kind, seed):
            if now.seat is None:
                continue
            for seat in now.seats:
                drawn = resampled(now.match, seat, dice)
                assert seen(drawn, seat) == seen(now.match, seat)
                assert drawn.options.seed != now.match.options.seed
            drawn = resampled(now.match, now.seat, dice)
            MatchTable(drawn, now.chosen).play(now.by_chance(dice))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if "duel" in kind])
def test_a_world_drawn_for_a_player_depends_on_nothing_that_is_hidden_from_them(kind: str) -> None:
    dice = random.Random(kind)
    for now in in_play(kind, 1):
        for seat in now.seats:
            elsewhere = disguised(now.match, seat, dice, strangers=False)
            assert stored(elsewhere, seat) == stored(now.match, seat)


def stored(match: Match, seat: Seat) -> object:
    """Return all of the world that the same chance draws for a player."""
    return resampled(match, seat, random.Random(7)).to_json()


@pytest.mark.parametrize("kind", SECRET)
def test_a_secret_choice_is_drawn_again_before_the_first_turn(kind: str) -> None:
    found: set[str] = set()
    for now in tables(kind, 2):
        if now.match.status != "setup":
            break
        for seat in now.seats:
            for chance in range(3):
                drawn = resampled(now.match, seat, random.Random(chance))
                assert seen(drawn, seat) == seen(now.match, seat)
                found.add(json.dumps(drawn.setup.to_json().get("stage"), sort_keys=True))
    assert len(found) > 3
