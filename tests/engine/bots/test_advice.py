"""What a hint says a turn brings: the difference to an attack without any plays, by the rules."""

from __future__ import annotations

import random

import pytest

from engine import actions
from engine.bots import advice
from engine.knowledge import facts_of
from engine.match import Match
from tests.engine.bots.test_knowledge import _moments, _shuffled


def _advised(match: Match, seat: str) -> advice.Advice:
    view = match.view_for(seat)  # type: ignore[arg-type]
    assert "turn" in view
    return advice.advise(3, seat, view, facts_of(match, seat), match.legal_actions(seat), seed="x")  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["2022-duel-draft", "2021-duel-preconstructed", "2022-solo-draft"])
def test_what_a_hint_promises_happens_when_it_is_played(kind: str) -> None:
    promised = 0
    for match, seat in _moments(kind, 4, 1.0):
        assert match.position is not None
        if match.to_act != (seat,) or match.position.phase != "summon":
            continue
        told = _advised(match, seat)
        now, felled = match, []
        for action in told.actions:
            now, events = now.apply(seat, action)
            for event in events:
                if event["type"] == "turn_ended":
                    break
                if event["type"] == "destroyed" and event["at"]["player"] != seat:
                    felled.append(event["card"])
        assert all(card in felled for card in told.effects.felled)
        assert told.effects.wins == (now.outcome is not None and now.outcome.winner == seat) or "solo" in kind
        promised += len(told.effects.felled)
    assert promised > 0


def test_a_hint_knows_nothing_that_is_hidden() -> None:
    dice, asked = random.Random(3), 0
    for match, seat in _moments("2022-duel-draft", 5, 1.0):
        if match.to_act == (seat,):
            assert _advised(_shuffled(match, seat, dice), seat) == _advised(match, seat)
            asked += 1
    assert asked > 2


def test_nothing_is_promised_where_cards_are_ordered() -> None:
    for match, seat in _moments("2022-duel-draft", 5, 1.0):
        if match.position is not None and match.position.active != seat:
            assert advice.effects(match.position, seat, [actions.END_SUMMON]) == advice.Effects()
            return
    raise AssertionError("both seats look")
