"""Hidden cards do not show (R2.5a): exchanged among themselves or for others, they change nothing for anybody else.

All that a viewer can get is compared as text: view, events, legal actions, and the refusals of illegal ones.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

from engine.errors import IllegalAction
from engine.match import Match
from engine.seat import Seat, Viewer
from tests.engine.playing import KINDS, choose, options, steps
from tests.engine.properties.disguise import disguised, gets
from tests.engine.properties.table import candidates
from tests.support.cases import in_turn, seeds

SEEDS = seeds(2, 8)
every_match = in_turn(("kind", "seed"), [(kind, seed) for kind in KINDS for seed in SEEDS])
every_duel = in_turn(("kind", "seed"), [(k, seed) for k in KINDS if "duel" in k for seed in SEEDS])


def refusals(match: Match, seat: Seat) -> Iterator[str]:
    """Yield the refusal of each illegal action of `seat`."""
    for action in candidates(match):
        try:
            match.apply(seat, action)
        except IllegalAction as error:
            yield json.dumps([action, error.code, str(error), {key: str(value) for key, value in error.params.items()}])


def going_on(kind: str, seed: int) -> Iterator[Match]:
    for step in steps(kind, seed):
        if step.match.status == "playing":
            yield step.match


@every_match
@in_turn("viewer", ["A", "B", None])
def test_hidden_cards_do_not_show(kind: str, seed: int, viewer: Viewer) -> None:
    dice = random.Random(f"{seed}/{viewer}")
    for match in going_on(kind, seed):
        expected = gets(match, viewer, [])
        for strangers in (False, True):
            assert gets(disguised(match, viewer, dice, strangers), viewer, []) == expected


@every_duel
def test_ones_own_actions_reveal_nothing_of_the_opponents_hand(kind: str, seed: int) -> None:
    """A player's actions and views until the opponent acts are the same for every hand of the opponent."""
    dice = random.Random(seed)
    for match in going_on(kind, seed):
        (seat,) = match.to_act
        other = disguised(match, seat, dice, strangers=True)
        action = choose(match, seat, dice)
        one, events = match.apply(seat, action)
        two, same_events = other.apply(seat, action)
        assert gets(one, seat, events) == gets(two, seat, same_events) or one.status == "over"
        if one.can_undo(seat):
            one, events = one.apply(seat, {"type": "undo"})
            two, same_events = two.apply(seat, {"type": "undo"})
            assert gets(one, seat, events) == gets(two, seat, same_events)


@every_match
def test_refusals_reveal_nothing(kind: str, seed: int) -> None:
    dice = random.Random(seed)
    for match in going_on(kind, seed):
        if dice.random() < 0.15:
            for seat in ("A", "B"):
                other = disguised(match, seat, dice, strangers=True)
                if seat in match.to_act:
                    assert list(refusals(other, seat)) == list(refusals(match, seat))
                else:
                    assert all("not_your_turn" in narrated for narrated in refusals(match, seat))


@in_turn("kind", [kind for kind in KINDS if "duel" in kind])
def test_the_disguise_shows_to_the_hands_owner(kind: str) -> None:
    """The tests above would notice a leak: the owner of the exchanged cards does see the difference."""
    dice = random.Random(1)
    match = next(going_on(kind, 1))
    assert gets(disguised(match, "A", dice, strangers=True), "B", []) != gets(match, "B", [])
    assert gets(disguised(match, None, dice, strangers=True), "A", []) != gets(match, "A", [])


@every_match
def test_no_seed_in_any_sight(kind: str, seed: int) -> None:
    secret = 987_654_321_987 + seed
    match, events = Match.start(options(kind, secret))
    for viewer in ("A", "B", None):
        assert str(secret) not in gets(match, viewer, events)
