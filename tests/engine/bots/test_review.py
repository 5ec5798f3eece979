"""A played turn compared with the expert's: costly turns, good ones, and only the player's knowledge counts."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine import actions
from engine.actions import Action
from engine.bots.review import Review, accuracy, review
from engine.knowledge import facts_of
from engine.match import Match, Options
from engine.seat import Seat
from tests.engine.bots.test_knowledge import moments, shuffled
from tests.support.cases import FULL, in_turn

KINDS = ["2022-duel-draft", "2021-duel-preconstructed", "2022-solo-draft"]


def _reviewed(match: Match, seat: Seat, played: list[Action]) -> Review | None:
    view = match.view_for(seat)
    assert "turn" in view
    return review(seat, view, facts_of(match, seat), match.legal_actions(seat), played, seed="x")


def _begun(match: Match, seat: Seat) -> bool:
    return match.to_act == (seat,) and match.position is not None and match.position.phase == "summon"


@in_turn("kind", KINDS)
def test_the_experts_own_turn_costs_nothing(kind: str) -> None:
    seen = 0
    for match, seat in moments(kind, 4, 1.0):
        if not _begun(match, seat):
            continue
        assert _reviewed(match, seat, []) is None  # a turn that was not ended is not judged
        plain = _plain_turn(match, seat)
        found = _reviewed(match, seat, plain)
        assert found is not None
        again = _reviewed(match, seat, [named.action for named in found.advice.turn])
        if again is not None:  # in 2021 a plan may end where cards are to be ordered
            assert again.loss == pytest.approx(0)
        assert found.loss >= 0
        if (seen := seen + 1) == (9 if FULL else 2):
            return
    raise AssertionError("too few turns begin")


def _plain_turn(match: Match, seat: Seat) -> list[Action]:
    """Return the actions of a turn without any plays."""
    assert match.position is not None
    found: list[Action] = []
    now, turn = match, match.position.turn
    while now.to_act == (seat,) and now.position is not None and now.position.turn == turn:
        kinds = {action["type"]: action for action in now.legal_actions(seat)}
        action = next(kinds[kind] for kind in ("end_summon", "attack_all", "end_turn", "order") if kind in kinds)
        if action["type"] != "order":
            found.append(actions.from_json(action))
        now, _ = now.apply(seat, action)
    return found


def test_playing_nothing_costs_and_hidden_cards_do_not_matter() -> None:
    rng, costs = random.Random(4), []
    for match, seat in moments("2022-duel-draft", 6, 1.0):
        if not _begun(match, seat):
            continue
        found = _reviewed(match, seat, _plain_turn(match, seat))
        assert found is not None
        costs.append(found.loss)
        again = _reviewed(shuffled(match, seat, rng), seat, _plain_turn(match, seat))
        assert again == found, "a hidden card changes the judgement"
        if len(costs) >= (9 if FULL else 2) and max(costs) > 0.05:
            break
    assert max(costs) > 0.05, "an attack without plays costs nothing"


def test_accuracy_falls_with_what_is_lost() -> None:
    assert accuracy([]) is None and accuracy([0, 0, 0]) == 100 and accuracy([0.1]) == pytest.approx(67, abs=0.1)
    assert accuracy([0, 0.1]) == pytest.approx(83.5, abs=0.1)


def test_a_turn_against_the_automaton_is_judged_over_many_orders_of_its_pile() -> None:
    match = Match.new(Options(seed=3, mode="solo"))
    found = _reviewed(match, "A", [actions.END_SUMMON])
    assert found is not None
    assert 0 < found.played <= found.best < 1
    for played, best, counts in ((0.02, 0.04, False), (0.97, 0.99, False), (0.02, 0.4, True), (0.5, 0.99, True)):
        assert replace(found, played=played, best=best).is_open == counts, "what is decided says nothing of a player"
