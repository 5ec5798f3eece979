"""The bots: never an illegal action, the same answer to the same question, within the budget, in order."""

import json
import random
from typing import Any

import pytest

from engine.bots import LEVELS, BotAction, Choice, choose, level_of
from engine.knowledge import facts_of
from engine.match import Match, Options
from engine.seat import SEATS, Seat, other
from tests.engine.playing import KINDS, options, steps
from tests.support.cases import FULL, in_turn

FEW = 40
"""Positions for a turn: little enough for the tests to be quick."""


def _asked(match: Match, seat: Seat, level: int, seed: object, **budget: Any) -> Choice:
    known = match.view_for(seat), facts_of(match, seat)
    return choose(level, seat, *known, match.legal_actions(seat), seed=str(seed), **budget)


def _played(match: Match, levels: dict[str, int], seed: object, most: int = 400) -> Match:
    """Return the match played on by bots, every action checked against the legal ones; whole plans where they hold."""
    plans: dict[str, list[BotAction]] = {}
    for number in range(most):
        if match.status == "over":
            break
        seat = match.to_act[0]
        plan = plans.get(seat) or []
        legal = match.legal_actions(seat)
        if not plan or plan[0] not in legal:
            plan = list(_asked(match, seat, levels[seat], f"{seed}/{number}", positions=FEW).actions)
            assert plan
            if "choose" not in legal[0]:
                assert plan[0] in legal
        match, _ = match.apply(seat, plan.pop(0))
        plans[seat] = plan
    return match


@in_turn(("number", "kind"), enumerate(KINDS))
def test_bots_of_all_levels_play_every_format_by_the_rules(number: int, kind: str) -> None:
    for level in range(len(LEVELS)) if FULL else (number % len(LEVELS),):
        match = _played(Match.new(options(kind, level)), {"A": level, "B": 6 - level}, level, 60)
        assert match.position is not None


def test_the_beginner_plays_the_leftmost_card_and_forgets_the_rest() -> None:
    played = 0
    forgotten = 0
    for step in steps("2022-duel-draft", 4):
        if step.match.status != "playing":
            continue
        seat = step.match.to_act[0]
        places = [action["hand"] for action in step.match.legal_actions(seat) if action["type"] == "play"]
        first = _asked(step.match, seat, 0, 1).actions[0]
        if first["type"] == "play":
            assert first["hand"] == min(places)
            played += 1
        forgotten += bool(places) and first["type"] == "end_summon"
    assert played > forgotten > 0


def test_a_plan_holds_to_the_end_of_the_turn() -> None:
    match = Match.new(Options(seed=5, decks={"A": 1, "B": 2}))
    seat = match.to_act[0]
    for action in _asked(match, seat, 6, 1, positions=200).actions:
        match, _ = match.apply(seat, action)
    assert match.to_act != (seat,)


@in_turn("level", [level.number for level in LEVELS])
def test_the_same_question_has_the_same_answer(level: int) -> None:
    moments = [step.match for step in steps("2022-duel-draft", 4) if step.match.status == "playing"]
    for match in moments[:: max(1, len(moments) // 3)]:
        seat = match.to_act[0]
        first, again = (_asked(match, seat, level, 1, positions=FEW) for _ in range(2))
        assert first == again
        json.dumps(first.actions)


@in_turn("level", [4, 5, 6])
def test_the_budget_is_kept(level: int) -> None:
    rng = random.Random(2)
    for step in steps("2022-duel-draft", 9):
        if step.match.status != "playing" or rng.random() > 0.3:
            continue
        seat = step.match.to_act[0]
        # One layer of plays may be finished, and the last beam.
        assert _asked(step.match, seat, level, 1, positions=30).positions < 30 + 150


def test_it_can_be_stopped() -> None:
    match = Match.new(Options(seed=8))
    seat = match.to_act[0]
    asked = []

    def enough() -> bool:
        asked.append(1)
        return len(asked) > 5

    choice = _asked(match, seat, 6, 1, enough=enough)
    assert choice.positions < 2_000 < level_of(6).positions and choice.actions[0] in match.legal_actions(seat)


def test_a_level_has_a_number_and_a_name() -> None:
    assert level_of("expert") is level_of(5)
    for word in ("grandmaster", -1, 7):
        with pytest.raises(KeyError):
            level_of(word)


def test_there_must_be_something_to_choose() -> None:
    match = Match.new(Options(seed=8))
    idle = other(match.to_act[0])
    with pytest.raises(ValueError):
        _asked(match, idle, 3, 1)


def _points(strong: int, weak: int, deals: int) -> float:
    """Games won by the stronger of two levels, each deal played twice with seats swapped."""
    won = 0.0
    for seed in range(deals):
        for seat in SEATS:
            match = Match.new(Options(seed=seed, first="A", decks={"A": 1 + seed % 4, "B": 1 + (seed + 1) % 4}))
            done = _played(match, {seat: strong, other(seat): weak}, seed)
            assert done.outcome is not None
            won += done.outcome.winner == seat
    return won


@in_turn(("strong", "weak"), [(3, 1), (4, 2), (5, 1)])
def test_a_stronger_level_wins_more(strong: int, weak: int) -> None:
    assert _points(strong, weak, 6) >= 8


@in_turn("level", [level.number for level in LEVELS])
def test_no_card_is_in_every_deck_that_a_level_builds(level: int, edition: str) -> None:
    match = Match.new(Options(seed=1, format="constructed", edition=edition, champions=edition == "2022"))
    plans = [_asked(match, "A", level, seed).actions[0] for seed in range(40)]
    decks = [set(plan["cards"]) for plan in plans if plan["type"] == "deck"]
    assert len(decks) == 40 and not set.intersection(*decks)
