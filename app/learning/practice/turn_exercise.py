"""An exercise of one turn, and its judge: of a puzzle, a question, a mistake.

A run is its list of moves; everything else follows from them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self, TypeAlias, TypedDict, TypeVar, cast

from app.base.errors import AppError, Code
from app.learning.practice.exercise import Exercise, ExerciseState
from app.learning.practice.one_turn import OneTurn
from app.matches.table import board
from app.matches.table.board import Board
from engine.actions import ActionNotation
from engine.bots.puzzles import Answer
from engine.events import Event
from engine.match import Match
from engine.seat import Seat


class TryMove(TypedDict):
    """A move of a try as it is stored: an `Answer`."""

    by: Seat
    action: ActionNotation


@dataclass(frozen=True, slots=True)
class TurnRun:
    """A run at one turn; its kinds add the goal. `over` refuses what comes after the turn, `not_in` what is no play."""

    over: ClassVar[Code] = Code.puzzle_over
    not_in: ClassVar[Code] = Code.not_in_puzzle

    turn: OneTurn

    @property
    @abstractmethod
    def state(self) -> ExerciseState:
        """The state of the run; a turn that is over and has no judge's answer yet may count as done."""

    @property
    def match(self) -> Match:
        """The match in its present state."""
        return self.turn.match

    @property
    def moves(self) -> tuple[object, ...]:
        """All actions so far, as they are stored."""
        return self.turn.moves

    def resumed(self, moves: Sequence[object]) -> Self:
        """Return the run after these stored moves of either player."""
        return self.played([Answer(**move) for move in cast("Sequence[TryMove]", moves)])[0]

    def act(self, action: object) -> tuple[Self, list[Event]]:
        """Return the run after an action of the learner, and what happened.

        Raises EngineError or AppError, and changes nothing, for an action that the rules or the turn do not allow.
        """
        turn, events = self.turn.act(action, over=self.over, not_in=self.not_in)
        return replace(self, turn=turn), events

    def played(self, moves: Sequence[Answer]) -> tuple[Self, list[Event]]:
        """Return the run after these moves of either player, and what happened."""
        turn, events = self.turn.played(moves)
        return replace(self, turn=turn), events


T = TypeVar("T", bound=TurnRun)
TurnJudge: TypeAlias = Callable[[T], Awaitable[tuple[T, list[Event]]]]
"""Judges a turn that is over; returns the run with the verdict and what answers the turn, and the events of that."""


async def by_its_end(run: T) -> tuple[T, list[Event]]:
    """TurnJudge a turn whose end says everything: nothing answers it."""
    return run, []


class TurnExercise(Exercise[T]):
    """An exercise that begins at `start`; once its turn is over, `judge` answers it."""

    def __init__(self, name: str, start: T, judge: TurnJudge[T]) -> None:
        super().__init__(name)
        self.start = start
        self.seat = start.turn.seat
        self._judge = judge

    def resume(self, moves: Sequence[object]) -> T:
        """Return the try after these moves and the answers to it."""
        return self.start.resumed(moves)

    async def act(self, run: T, action: object) -> tuple[T, list[Event]]:
        """Return the try after an action of the learner and, at the end of the turn, what the judge answers."""
        run, events = run.act(action)
        if not run.turn.is_over:
            return run, events
        run, answer = await self._judge(run)
        return run, events + answer

    def refusal(self, run: T, place: int) -> Exception | None:
        """Return the rules' reason, or that the turn is over."""
        return AppError(run.over) if run.turn.is_over else board.why_not(run.match, self.seat, place)

    def table(self, run: T) -> Board:
        """Return the board as the learner sees it; when the turn is over, nothing can be chosen any more."""
        if run.turn.is_over:
            return board.build(run.match, self.seat, legal=())
        position = self.start.match.position
        return board.build(run.match, self.seat, position.mana if position else 0)
