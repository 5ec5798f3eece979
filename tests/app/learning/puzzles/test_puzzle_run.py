"""The course of a puzzle without pages: every stored one can be solved here as its data say."""

from contextlib import suppress
from datetime import date, timedelta
from typing import Any

import pytest

from app.base.errors import AppError
from app.learning.practice.exercise import DONE, GOING, LOST
from app.learning.puzzles import daily, puzzle_page, puzzle_run
from engine.bots.puzzles import GOALS, SOLVER, Puzzle, load, solved
from engine.errors import IllegalAction
from tests.support.cases import in_turn

TODAY = date(2022, 12, 31)
SURVIVAL = next(puzzle for puzzle in load() if puzzle.goal == "survive" and puzzle.edition == "2022")


def _solved(puzzle: Puzzle) -> puzzle_run.PuzzleRun:
    run = puzzle_run.begin(puzzle)
    for action in puzzle.solution:
        assert run.state == GOING
        run, _events = run.act(action)
    return run


def test_every_stored_solution_ends_the_turn_by_what_the_board_offers() -> None:
    for puzzle in load():
        assert _solved(puzzle).state == DONE, puzzle.id


@in_turn("puzzle", load()[::30])
def test_solutions_are_judged_right_and_an_idle_turn_wrong(puzzle: Puzzle) -> None:
    assert puzzle_run.judge(puzzle.id, _solved(puzzle).turn.moves) is None
    run = puzzle_run.begin(puzzle)
    while not run.turn.is_over:
        ends = [each for each in run.match.legal_actions(SOLVER) if each["type"] != "play"]
        run, _events = run.act(ends[-1])
    answer = puzzle_run.judge(puzzle.id, run.turn.moves)
    assert answer
    after, events = run.played(answer)
    assert events and after.state == LOST
    again = puzzle_run.begin(puzzle).played(after.turn.moves)[0]
    assert (again.match.to_json(), again.state) == (after.match.to_json(), LOST)


@in_turn("action", [{"type": "resign", "player": "A"}, {"type": "draw"}])
def test_a_puzzle_cannot_be_ended_otherwise(action: dict[str, str]) -> None:
    with pytest.raises(AppError, match="not_in_puzzle"):
        puzzle_run.begin(SURVIVAL).act(action)


def test_what_the_rules_refuse_is_refused_in_their_words() -> None:
    with pytest.raises(IllegalAction):
        puzzle_run.begin(SURVIVAL).act({"type": "play", "hand": 99, "lane": "top"})
    run, _events = puzzle_run.begin(SURVIVAL).act({"type": "end_summon"})
    with pytest.raises(AppError, match="puzzle_over"):
        run.act({"type": "end_summon"})


def _swapped(first: Any, second: Any) -> list[Any] | None:
    """Return two plays from the hand in the other order; None for others. A card that is played leaves the hand."""
    if any(each["type"] != "play" for each in (first, second)):
        return None
    before = second["hand"] + (second["hand"] >= first["hand"])
    return [{**second, "hand": before}, {**first, "hand": first["hand"] - (before < first["hand"])}]


def test_one_combination_of_plays_may_have_several_sequences() -> None:
    orders = 0
    for puzzle in load():
        for at in range(len(puzzle.solution) - 1):
            swapped = _swapped(*puzzle.solution[at : at + 2])
            if swapped is not None:
                with suppress(IllegalAction):  # not among the four leftmost yet
                    orders += solved(puzzle, [*puzzle.solution[:at], *swapped, *puzzle.solution[at + 2 :]])
    assert orders > 20
    for goal in GOALS:
        assert "Only one combination of plays does it." in puzzle_page.words(goal, GOING)
        assert "combination of plays" in puzzle_page.words(goal, LOST)


def test_a_streak_ends_with_a_day_that_was_missed() -> None:
    ago = [TODAY - timedelta(days=number) for number in range(6)]
    assert daily.streak([], TODAY) == 0
    assert daily.streak([ago[0]], TODAY) == 1
    assert daily.streak([ago[1], ago[2], ago[4]], TODAY) == 2, "today can still be solved"
    assert daily.streak([ago[0], ago[1], ago[2], ago[4]], TODAY) == 3
    assert daily.streak([ago[2], ago[3]], TODAY) == 0
