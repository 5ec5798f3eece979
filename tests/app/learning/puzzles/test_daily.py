"""The puzzle of each day, and how hard puzzles turn out to be."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta

from app.learning.puzzles import daily
from app.learning.puzzles.solve_rates import SolveCount, difficulties, refined
from engine.bots.puzzles import GOALS, load
from tests.support.cases import in_turn

FIRST = date(2026, 12, 1)
YEAR = [FIRST + timedelta(days=number) for number in range(3 * 365)]


def test_goals_alternate_and_the_week_goes_from_easy_to_hard() -> None:
    chosen = [daily.puzzle_of(day) for day in YEAR]
    for three in zip(chosen, chosen[1:], chosen[2:], strict=False):
        assert {puzzle.goal for puzzle in three} == set(GOALS)
    for day, puzzle in zip(YEAR, chosen, strict=True):
        assert puzzle.difficulty == daily.LEVELS[day.weekday()]


def test_every_puzzle_has_its_turn_before_one_comes_again() -> None:
    most = max(Counter((each.goal, each.difficulty) for each in load()).values())
    turns = Counter(daily.puzzle_of(FIRST + timedelta(days=number)).id for number in range(most * 21))
    for goal in GOALS:
        for level in set(daily.LEVELS):
            seen = [turns[each.id] for each in load() if (each.goal, each.difficulty) == (goal, level)]
            assert min(seen) > 0 and max(seen) - min(seen) <= 1


def test_days_keep_their_puzzles_when_puzzles_come() -> None:
    come = YEAR[100].isoformat()
    later = [replace(puzzle, id=f"{puzzle.id}-later", since=come) for puzzle in load()[::7]]
    known = (*load(), *later)
    assert [daily.chosen(known, day) for day in YEAR[:100]] == [daily.puzzle_of(day) for day in YEAR[:100]]
    assert {daily.chosen(known, day).since for day in YEAR[100:]} == {"", come}


@in_turn("difficulty", range(1, 7))
def test_what_visitors_solve_moves_a_puzzle_by_one_step_at_most(difficulty: int) -> None:
    for one in (SolveCount(1, 0), SolveCount(1, 1), SolveCount(19, 0), SolveCount(19, 19)):
        assert refined(difficulty, one) == difficulty
    assert refined(difficulty, SolveCount(9_000, 9_000)) == max(1, difficulty - 1)
    assert refined(difficulty, SolveCount(9_000, 0)) == min(6, difficulty + 1)


def test_a_puzzle_is_compared_with_what_visitors_solve_of_all() -> None:
    """Nothing moves while everything is solved as often as its difficulty says, only better or worse."""
    for solved in (30, 90):
        counts = {puzzle.id: SolveCount(100, solved) for puzzle in load() if puzzle.difficulty in (3, 4)}
        shown = difficulties(load(), counts)
        assert [shown[puzzle.id] for puzzle in load()] == [puzzle.difficulty for puzzle in load()]
