"""The course of a puzzle: the solver's turn by the rules, and once it is over, the goal reached or the reply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from app.learning.practice.exercise import DONE, GOING, LOST, ExerciseState
from app.learning.practice.one_turn import OneTurn
from app.learning.practice.turn_exercise import TurnRun
from engine.bots import puzzles
from engine.bots.puzzles import SOLVER, Answer, Puzzle


@dataclass(frozen=True, slots=True)
class PuzzleRun(TurnRun):
    """A try under way."""

    @property
    def state(self) -> ExerciseState:
        """The state of the try; a turn that is over counts as done until it is judged."""
        if not self.turn.is_over:
            return GOING
        outcome = self.match.outcome
        return LOST if self.turn.answered or (outcome is not None and outcome.winner != SOLVER) else DONE


@cache
def by_id() -> dict[str, Puzzle]:
    """Return all puzzles by id, the easy ones first; within a difficulty its goals are spread evenly."""
    loaded = puzzles.load()
    kinds = Counter((puzzle.difficulty, puzzle.goal) for puzzle in loaded)
    before: Counter[tuple[int, str]] = Counter()
    places: dict[str, tuple[int, float, str]] = {}
    for puzzle in loaded:
        kind = (puzzle.difficulty, puzzle.goal)
        places[puzzle.id] = (puzzle.difficulty, (before[kind] + 0.5) / kinds[kind], puzzle.goal)
        before[kind] += 1
    return {puzzle.id: puzzle for puzzle in sorted(loaded, key=lambda each: places[each.id])}


def begin(puzzle: Puzzle) -> PuzzleRun:
    """Return a try before the first move."""
    return PuzzleRun(OneTurn.begin(puzzles.match_of(puzzle), SOLVER))


def judge(puzzle_id: str, moves: Sequence[Answer]) -> list[Answer] | None:
    """Return the answer to a wrong turn, None if it reaches the goal: some tenths of a second of work."""
    puzzle = by_id()[puzzle_id]
    tried = [move.action for move in moves if move.by == SOLVER]
    return None if puzzles.solved(puzzle, tried) else puzzles.refutation(puzzle, tried)
