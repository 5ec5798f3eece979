"""Hidden cards do not show (R2.5a): exchanged among themselves or for others, they change nothing for anybody else.

All that a viewer can get is compared as text: view, events, legal actions, and the refusals of illegal ones.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine import cards
from engine.cards import Card, physical
from engine.errors import IllegalAction
from engine.history import History
from engine.identity import replace_cards
from engine.match import Match
from engine.position import Position
from engine.record import Step
from tests.engine.playing import KINDS, choose, options, sight, steps
from tests.engine.properties.table import candidates

SEEDS = range(8)
every_match = pytest.mark.parametrize(("kind", "seed"), [(kind, seed) for kind in KINDS for seed in SEEDS])
every_duel = pytest.mark.parametrize(("kind", "seed"), [(k, seed) for k in KINDS if "duel" in k for seed in SEEDS])


def hidden_from(position: Position, viewer: str | None) -> list[Card]:
    """Every card of a hand whose face `viewer` may not know: a spectator knows none."""
    seen = 0 if viewer is None else position.seen
    return [
        card
        for seat, side in enumerate(position.sides)
        if viewer != "AB"[seat]
        for card in side.hand
        if not seen & card.bit
    ]


def refaced(match: Match, faces: dict[int, Card], dice: random.Random | None = None) -> Match:
    """The same match, now and before its plays and turns, with other faces on some cards: by `Card.bit`.

    With `dice`, what is not known of the automaton's pile is shuffled.
    """

    def copied(original: Position) -> Position:
        copy = original.clone()
        replace_cards(copy, lambda card: worn(card, faces.get(card.bit, card)))
        for side in copy.sides:
            if side.pile is not None and dice is not None:
                hidden = [index for index, card in enumerate(side.pile) if not copy.seen & card.bit]
                for index, card in zip(hidden, dice.sample([side.pile[i] for i in hidden], len(hidden)), strict=True):
                    side.pile[index] = card
        return copy

    assert match.position is not None
    history = History(tuple(map(copied, match.history.plays)), tuple(map(copied, match.history.turns)))
    return replace(match, position=copied(match.position), history=history)


def worn(card: Card, face: Card) -> Card:
    """The physical card with another face."""
    return physical(face, card.bit.bit_length() - 1)


def disguised(match: Match, viewer: str | None, dice: random.Random, strangers: bool) -> Match:
    """The same match to `viewer`, but the hidden cards have changed places, or are others altogether."""
    assert match.position is not None
    hidden = hidden_from(match.position, viewer)
    faces: dict[int, Card] = {}
    for side in match.position.sides:
        old = [card for card in side.hand if card in hidden]
        new = dice.sample(list(cards.ALL.values()), len(old)) if strangers else dice.sample(old, len(old))
        faces |= {card.bit: face for card, face in zip(old, new, strict=True)}
    return refaced(match, faces, dice)


def refusals(match: Match, seat: str) -> Iterator[str]:
    """How each illegal action of `seat` is refused."""
    for action in candidates(match):
        try:
            match.apply(seat, action)
        except IllegalAction as error:
            yield json.dumps([action, error.code, str(error), {key: str(value) for key, value in error.params.items()}])


def gets(match: Match, viewer: str | None, events: list[Any]) -> str:
    """All that `viewer` gets, as text."""
    shown = sight(Step(None, match, events), viewer)
    undo = viewer is not None and match.can_undo(viewer)
    return json.dumps([shown, undo, match.status, match.outcome is None])


def going_on(kind: str, seed: int) -> Iterator[Match]:
    for step in steps(kind, seed):
        if step.match.status == "playing":
            yield step.match


@every_match
@pytest.mark.parametrize("viewer", ["A", "B", None])
def test_hidden_cards_do_not_show(kind: str, seed: int, viewer: str | None) -> None:
    dice = random.Random(f"{seed}/{viewer}")
    for match in going_on(kind, seed):
        for strangers in (False, True):
            other = disguised(match, viewer, dice, strangers)
            assert gets(other, viewer, []) == gets(match, viewer, [])


@every_duel
def test_ones_own_actions_reveal_nothing_of_the_opponents_hand(kind: str, seed: int) -> None:
    """What a player does and sees until the opponent acts is the same whatever the opponent holds."""
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
def test_refusals_tell_nothing(kind: str, seed: int) -> None:
    dice = random.Random(seed)
    for match in going_on(kind, seed):
        if dice.random() < 0.15:
            for seat in ("A", "B"):
                other = disguised(match, seat, dice, strangers=True)
                if seat in match.to_act:
                    assert list(refusals(other, seat)) == list(refusals(match, seat))
                else:
                    assert all("not_your_turn" in told for told in refusals(match, seat))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if "duel" in kind])
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
