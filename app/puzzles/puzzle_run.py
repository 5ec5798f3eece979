"""The course of a puzzle: the solver's turn by the rules, and once it has ended, the goal reached or the opponent's
answer.

Pure functions on top of `engine.match`. A try under way is its list of moves; everything else follows from them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from app.errors import AppError, Code
from app.practice.exercise import DONE, GOING, LOST, ExerciseState
from engine import actions, play
from engine.actions import ActionNotation
from engine.bots import puzzles
from engine.bots.puzzles import SOLVER, Answer, Puzzle
from engine.events import Event
from engine.match import Match
from engine.seat import other

MOST_MOVES: Final = 60
"""More than any turn needs."""


@dataclass(frozen=True, slots=True)
class PuzzleRun:
    """A try under way: the match in its present state, and all actions so far.

    `answered` says that some of them came after the solver's turn: they answer a wrong try.
    """

    puzzle: Puzzle
    match: Match
    moves: tuple[Answer, ...] = ()
    answered: bool = False

    @property
    def turn_over(self) -> bool:
        """True if the solver's turn has ended, so that the try is to be judged."""
        position = self.match.position
        return self.match.status == "over" or position is None or position.turn != self.puzzle.position["turn"]

    @property
    def state(self) -> ExerciseState:
        """The state of the try; a turn that is over counts as done until it is judged."""
        if not self.turn_over:
            return GOING
        outcome = self.match.outcome
        return LOST if self.answered or (outcome is not None and outcome.winner != SOLVER) else DONE


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
    match = puzzles.match_of(puzzle)
    return PuzzleRun(puzzle, replace(match, options=replace(match.options, undo=False)))


def act(run: PuzzleRun, action: object) -> tuple[PuzzleRun, list[Event]]:
    """Return the try after an action of the solver, and what happened.

    The opponent's cards that must be put in order (2021) return as they are listed. Raises EngineError or AppError, and
    changes nothing, for an action that the rules or the puzzle do not allow.
    """
    if run.turn_over or len(run.moves) >= MOST_MOVES:
        raise AppError(Code.puzzle_over)
    legal = next((each for each in _legal(run) if each == action), None)
    if legal is None:
        run.match.apply(SOLVER, action)  # the rules' own reason comes first
        raise AppError(Code.not_in_puzzle)
    run, log = _moved(run, Answer(SOLVER, legal))
    opponent = other(SOLVER)
    while not run.turn_over and run.match.to_act == (opponent,):
        run, events = _moved(run, Answer(opponent, _legal(run)[0]))
        log += events
    return run, log


def replay(puzzle: Puzzle, moves: Sequence[Answer]) -> PuzzleRun:
    """Return the try after these moves and the answers to it."""
    return answered(begin(puzzle), moves)[0]


def answered(run: PuzzleRun, moves: Sequence[Answer]) -> tuple[PuzzleRun, list[Event]]:
    """Return the try after these moves of either player, and the events."""
    log: list[Event] = []
    for move in moves:
        run, events = _moved(run, move)
        log += events
    return run, log


def judge(puzzle_id: str, moves: Sequence[Answer]) -> list[Answer] | None:
    """Return the answer to a wrong turn, None if it reaches the goal: some tenths of a second of work."""
    puzzle = by_id()[puzzle_id]
    tried = [move.action for move in moves if move.by == SOLVER]
    return None if puzzles.solved(puzzle, tried) else puzzles.refutation(puzzle, tried)


def _legal(run: PuzzleRun) -> list[ActionNotation]:
    """Return the legal actions of the seat to act."""
    position = run.match.position
    return [] if position is None else [actions.to_json(action) for action in play.legal_actions(position)]


def _moved(run: PuzzleRun, move: Answer) -> tuple[PuzzleRun, list[Event]]:
    match, events = run.match.apply(move.by, move.action)
    return replace(run, match=match, moves=(*run.moves, move), answered=run.turn_over), events
