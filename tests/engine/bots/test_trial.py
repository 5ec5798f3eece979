"""Costly turns tried again: the expert's turn passes, the played one fails, and others may pass, too."""

from __future__ import annotations

import pytest

from engine import actions
from engine.bots import choose, trial
from engine.bots.review import LEVEL
from engine.bots.trial import NOISE
from tools.bots.mistakes import VerdictCount, costly_turns


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["preconstructed", "solo"])
def test_the_experts_turn_passes_and_the_played_one_fails(kind: str) -> None:
    offered = 0
    for turn in costly_turns(kind, 3):
        if not turn.is_clear:
            continue
        offered += 1
        advice = turn.review.advice
        expert = trial.trial(turn.knowledge, [named.action for named in advice.turn], advice, seed=turn.seed)
        played = trial.trial(turn.knowledge, turn.played, advice, seed=turn.seed)
        assert expert is not None and played is not None
        assert trial.passes(expert) and expert.loss == pytest.approx(0)
        assert not trial.passes(played) and played.loss == pytest.approx(turn.review.loss)
    assert offered > 0


def test_several_good_turns_count() -> None:
    found = 0
    for turn in costly_turns("preconstructed", 1):
        knowledge, legal = turn.knowledge, turn.match.legal_actions(turn.seat)
        choice = choose(LEVEL, turn.seat, knowledge.view, knowledge.facts, legal, seed=turn.seed)
        for planned, _ in choice.turns[1:]:
            tried = [actions.from_json(action) for action in planned]
            other = trial.trial(knowledge, tried, turn.review.advice, seed=turn.seed)
            found += other is not None and trial.passes(other)
    assert found > 0


def test_a_turn_that_is_not_ended_has_no_verdict() -> None:
    turn = next(costly_turns("solo", 3))
    assert trial.trial(turn.knowledge, [], turn.review.advice, seed=turn.seed) is None


def test_the_figures_count_what_is_kept() -> None:
    tally, turn = VerdictCount(), next(costly_turns("solo", 3))
    tally.add(turn)
    assert (tally.costly, tally.kept, tally.offered) == (1, turn.keeps_verdict, turn.is_clear)
    assert f"{100 * tally.kept:5.1f} of 100" in tally.line("solo")
    assert turn.review.loss > NOISE
