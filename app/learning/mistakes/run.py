"""The course of a mistake: the turn once more, and once it is over, the verdict and the answer to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from app.base.errors import Code
from app.learning.mistakes.task import MistakeTask
from app.learning.mistakes.work import TryVerdict
from app.learning.practice.exercise import DONE, GOING, LOST, ExerciseState
from app.learning.practice.one_turn import OneTurn
from engine.bots.puzzles import Answer
from engine.events import Event
from engine.match import Match

VERDICT = "verdict"


@dataclass(frozen=True, slots=True)
class MistakeRun:
    """A try under way, and its verdict once it is judged."""

    task: MistakeTask
    turn: OneTurn
    verdict: TryVerdict | None = None

    @property
    def match(self) -> Match:
        """The match in its present state."""
        return self.turn.match

    @property
    def moves(self) -> tuple[object, ...]:
        """All actions so far and, at the end, the verdict, as they are stored."""
        verdict = self.verdict
        if verdict is None:
            return self.turn.moves
        return (*self.turn.moves, {VERDICT: [round(verdict.tried, 4), round(verdict.best, 4), verdict.passed]})

    @property
    def state(self) -> ExerciseState:
        """The state of the try."""
        if self.verdict is None:
            return GOING
        return DONE if self.verdict.passed else LOST


def begin(task: MistakeTask) -> MistakeRun:
    """Return a try before the first move."""
    return MistakeRun(task, OneTurn.begin(task.match, task.seat))


def resumed(task: MistakeTask, moves: Sequence[object]) -> MistakeRun:
    """Return the try after these stored moves."""
    stored = cast("Sequence[Mapping[str, object]]", moves)
    answers = [Answer(**cast("dict[str, object]", move)) for move in stored if VERDICT not in move]  # type: ignore[arg-type]
    verdicts = [TryVerdict(*cast("tuple[float, float, bool]", move[VERDICT])) for move in stored if VERDICT in move]
    start = begin(task)
    turn, _ = start.turn.played(answers)
    return replace(start, turn=turn, verdict=verdicts[0] if verdicts else None)


def act(run: MistakeRun, action: object) -> tuple[MistakeRun, list[Event]]:
    """Return the try after an action of the learner, and the events.

    Raises EngineError or AppError, and changes nothing, for an action that is no part of the turn.
    """
    turn, events = run.turn.act(action, over=Code.mistake_over, not_in=Code.not_in_mistake)
    return replace(run, turn=turn), events


def judged(run: MistakeRun, verdict: TryVerdict) -> tuple[MistakeRun, list[Event]]:
    """Return the try with its verdict, and the events of the answer."""
    turn, events = run.turn.played(verdict.answer)
    return replace(run, turn=turn, verdict=verdict), events
