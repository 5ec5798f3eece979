"""Costly turns tried again: the expert's turn passes, the played one fails, and others may pass, too."""

from __future__ import annotations

from itertools import islice

import pytest

from engine import actions
from engine.bots import choose, trial
from engine.bots.review import COSTLY, LEVEL
from tests.support.cases import FULL, in_turn
from tools.bots.mistakes import costly_turns


@in_turn("kind", ["solo", "preconstructed"] if FULL else ["solo"])
def test_the_experts_turn_passes_and_the_played_one_fails(kind: str) -> None:
    clear = list(islice((turn for turn in costly_turns(kind, 3) if turn.is_clear), 3 if FULL else 1))
    assert clear
    for turn in clear:
        advice = turn.review.advice
        expert = trial.trial(turn.knowledge, [named.action for named in advice.turn], advice, seed=turn.seed)
        played = trial.trial(turn.knowledge, turn.played, advice, seed=turn.seed)
        assert expert is not None and played is not None
        assert trial.is_as_good(expert) and expert.loss == pytest.approx(0)
        assert not trial.passes(turn.knowledge, turn.played, played, seed=turn.seed)
        assert played.loss >= turn.review.loss - 1e-6, "the middle of three looks, and the review has the mildest"


def test_several_good_turns_count() -> None:
    for turn in costly_turns("preconstructed", 1):
        knowledge, legal = turn.knowledge, turn.match.legal_actions(turn.seat)
        expert = [named.action for named in turn.review.advice.turn]
        best = trial.trial(knowledge, expert, turn.review.advice, seed=turn.seed)
        assert best is None or trial.is_as_good(best)
        choice = choose(LEVEL, turn.seat, knowledge.view, knowledge.facts, legal, seed=turn.seed)
        for planned, _ in choice.turns[1:]:
            tried = [actions.from_json(action) for action in planned]
            other = trial.trial(knowledge, tried, turn.review.advice, seed=turn.seed)
            if other is not None and trial.is_as_good(other):
                return
    raise AssertionError("only the expert's first turn passes")


@in_turn("seed", [3, 1])
def test_a_turn_that_is_nearly_as_good_passes_and_so_does_that_of_the_highest_level(seed: int) -> None:
    turn = next(costly_turns("preconstructed", seed))
    knowledge, legal = turn.knowledge, turn.match.legal_actions(turn.seat)
    choice = choose(6, turn.seat, knowledge.view, knowledge.facts, legal, seed=turn.seed)
    masters = [actions.from_json(action) for action in choice.actions]
    found = trial.trial(knowledge, masters, turn.review.advice, seed=turn.seed)
    assert found is not None and not trial.is_as_good(found), "choose a game in which the two levels differ"
    assert (found.loss > COSTLY) == (seed == 3), "in one they differ much, in the other a little"
    assert trial.passes(knowledge, masters, found, seed=turn.seed)
    assert not trial.is_clear(knowledge, masters, turn.review.advice, seed=turn.seed), "nor is it offered as a mistake"


def test_a_turn_that_is_not_ended_has_no_verdict() -> None:
    turn = next(costly_turns("solo", 3))
    assert trial.trial(turn.knowledge, [], turn.review.advice, seed=turn.seed) is None
