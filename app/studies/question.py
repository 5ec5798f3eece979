"""A question of a study as an exercise: the reader plays the rest of a turn as the record does, in any order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, cast

from app.errors import AppError, Code
from app.i18n import _
from app.players.player import Player
from app.practice.exercise import DONE, LOST, Coach, Exercise, Solved
from app.practice.progress import ProgressService
from app.puzzles import puzzle_run
from app.puzzles.puzzle_page import TryMove
from app.puzzles.puzzle_run import PuzzleRun
from app.studies.drawing import QuestionTask
from app.studies.models import Chapter, Study
from app.table import board
from app.table.board import Board
from engine import notation
from engine.bots.puzzles import SOLVER, WIN, Answer, Puzzle
from engine.events import Event

HOME: Final = "/studies/questions"
MOST_DIGITS: Final = 4  # of a step


@dataclass(frozen=True, slots=True)
class QuestionPlace:
    """Where a question stands: it is the name of the exercise, too."""

    study: str
    chapter: str
    step: int

    @property
    def name(self) -> str:
        """The name of the exercise: at most 32 characters."""
        return f"{self.study}.{self.chapter}.{self.step}"


def place_of(name: str) -> QuestionPlace:
    """Return where the question of an exercise stands; AppError(no_such_study) for a name that is none."""
    study, _dot, rest = name.partition(".")
    chapter, _dot, step = rest.partition(".")
    if not (step.isascii() and step.isdecimal() and len(step) <= MOST_DIGITS):
        raise AppError(Code.no_such_study)
    return QuestionPlace(study, chapter, int(step))


class QuestionExercise(Exercise[PuzzleRun]):
    """A question: a turn that ends otherwise than the record's is wrong, and may be tried again."""

    kind = "study"
    coach_template = "studies/coach.html"

    def __init__(
        self, study: Study, chapter: Chapter, step: int, task: QuestionTask, progress: ProgressService
    ) -> None:
        super().__init__(QuestionPlace(study.id, chapter.id, step).name)
        self.title = study.title
        self._back = f"/studies/{study.id}/{chapter.id}"
        self._step = step
        self._words = chapter.note_at(step).question
        self._task = task
        self._progress = progress
        self._puzzle = Puzzle(self.name, WIN, task.edition, "position", 0, False, (), task.position, ())

    def resume(self, moves: Sequence[object]) -> PuzzleRun:
        """Return the try after these moves."""
        stored = cast("Sequence[TryMove]", moves)
        return self._judged(puzzle_run.replay(self._puzzle, [Answer(**move) for move in stored]))

    async def act(self, run: PuzzleRun, action: object) -> tuple[PuzzleRun, list[Event]]:
        """Return the try after an action of the reader; at the end of the turn it is judged."""
        run, events = puzzle_run.act(run, action)
        return self._judged(run), events

    def _judged(self, run: PuzzleRun) -> PuzzleRun:
        """Return the try, marked as answered if its turn has ended in another position than the record's."""
        if not run.turn_over or run.match.position is None:
            return replace(run, answered=False)
        return replace(run, answered=notation.to_json(run.match.position) != self._task.goal)

    def refusal(self, run: PuzzleRun, place: int) -> Exception | None:
        """Return the rules' reason, or that the turn is over."""
        return AppError(Code.puzzle_over) if run.turn_over else board.why_not(run.match, SOLVER, place)

    async def solved(self, player: Player) -> Solved:
        """Return which questions the reader has answered."""
        return Solved(await self._progress.done(player, self.kind))

    def coach(self, run: PuzzleRun, solved: Solved) -> Coach:
        """Return the coach at this moment of the question."""
        return Coach(
            title=self.title,
            say=self._say(run),
            hint=_(
                "Play the rest of this turn as it was played in the match: the order of your plays does not matter."
            ),
            state=run.state,
            home=f"{self._back}?step={self._step}",
            after=f"{self._back}?step={self._task.until}" if run.state == DONE else None,
            over=_("That is the turn!"),
            following=_("Read on"),
        )

    def _say(self, run: PuzzleRun) -> str:
        if run.state == DONE:
            return _("Right: this is how the turn was played.")
        if run.state == LOST:
            return _("Another turn was asked for. Try again.")
        return self._words

    def table(self, run: PuzzleRun) -> Board:
        """Return the board as the reader sees it; when the turn is over, nothing can be chosen any more."""
        if run.turn_over:
            return board.build(run.match, SOLVER, legal=())
        return board.build(run.match, SOLVER, self._task.position["mana"])
