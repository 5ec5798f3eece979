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
from app.learning.practice.turn_exercise import TurnRun
from engine.events import Event

VERDICT = "verdict"


@dataclass(frozen=True, slots=True)
class MistakeRun(TurnRun):
    """A try under way, and its verdict once it is judged."""

    over = Code.mistake_over
    not_in = Code.not_in_mistake

    task: MistakeTask
    verdict: TryVerdict | None = None

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

    def resumed(self, moves: Sequence[object]) -> MistakeRun:
        """Return the try after these stored moves."""
        stored = cast("Sequence[Mapping[str, object]]", moves)
        verdicts = [TryVerdict(*cast("tuple[float, float, bool]", move[VERDICT])) for move in stored if VERDICT in move]
        run = TurnRun.resumed(self, [move for move in stored if VERDICT not in move])
        return replace(run, verdict=verdicts[0] if verdicts else None)

    def judged(self, verdict: TryVerdict) -> tuple[MistakeRun, list[Event]]:
        """Return the try with its verdict, and the events of the answer."""
        run, events = self.played(verdict.answer)
        return replace(run, verdict=verdict), events


def begin(task: MistakeTask) -> MistakeRun:
    """Return a try before the first move."""
    return MistakeRun(OneTurn.begin(task.match, task.seat), task)
