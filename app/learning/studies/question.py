"""A question of a study as an exercise: the reader plays the rest of a turn as the record does, in any order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, cast

from app.base.errors import AppError, Code
from app.base.i18n import _
from app.learning.practice.exercise import DONE, GOING, LOST, Coach, Exercise, ExerciseState, Solved
from app.learning.practice.one_turn import OneTurn, TurnRun
from app.learning.practice.progress import ProgressService
from app.learning.puzzles.puzzle_page import TryMove
from app.learning.studies.drawing import QuestionTask
from app.learning.studies.models import Study, StudyChapter
from app.matches.table import board
from app.matches.table.board import Board
from app.people.players.player import Player
from engine import notation
from engine.bots.puzzles import Answer
from engine.events import Event
from engine.json_fields import StoredJson
from engine.match import Match, Options

HOME: Final = "/studies/questions"
MAX_DIGITS: Final = 4  # of a step


@dataclass(frozen=True, slots=True)
class QuestionId:
    """Where a question stands: it is the name of the exercise, too."""

    study: str
    chapter: str
    step: int

    @property
    def name(self) -> str:
        """The name of the exercise: at most 32 characters."""
        return f"{self.study}.{self.chapter}.{self.step}"


def question_id(name: str) -> QuestionId:
    """Return where the question of an exercise stands; AppError(no_such_study) for a name that is none."""
    study, _dot, rest = name.partition(".")
    chapter, _dot, step = rest.partition(".")
    if not (step.isascii() and step.isdecimal() and len(step) <= MAX_DIGITS):
        raise AppError(Code.no_such_study)
    return QuestionId(study, chapter, int(step))


@dataclass(frozen=True, slots=True)
class QuestionRun(TurnRun):
    """A try under way, with the position in which its turn is to end."""

    turn: OneTurn
    goal: StoredJson

    @property
    def state(self) -> ExerciseState:
        """Done if the turn has ended in the record's position, lost if in another."""
        position = self.match.position
        if not self.turn.is_over or position is None:
            return GOING
        return DONE if notation.to_json(position) == self.goal else LOST


class QuestionExercise(Exercise[QuestionRun]):
    """A question: a turn that ends otherwise than the record's is wrong, and may be tried again."""

    kind = "study"
    coach_template = "learning/studies/coach.html"

    def __init__(
        self, study: Study, chapter: StudyChapter, step: int, task: QuestionTask, progress: ProgressService
    ) -> None:
        super().__init__(QuestionId(study.id, chapter.id, step).name)
        self.seat = task.seat
        self.mode = task.options["mode"]
        self.title = study.title
        self._back = f"/studies/{study.id}/{chapter.id}"
        self._step = step
        self._words = chapter.note_at(step).question
        self._task = task
        self._progress = progress
        self._begun = OneTurn.begin(Match.new(Options.from_json(task.options)), task.seat)

    def resume(self, moves: Sequence[object]) -> QuestionRun:
        """Return the try after these moves."""
        stored = cast("Sequence[TryMove]", moves)
        return QuestionRun(self._begun.played([Answer(**move) for move in stored])[0], self._task.goal)

    async def act(self, run: QuestionRun, action: object) -> tuple[QuestionRun, list[Event]]:
        """Return the try after an action of the reader; at the end of the turn it is judged."""
        turn, events = run.turn.act(action, over=Code.puzzle_over, not_in=Code.not_in_puzzle)
        return replace(run, turn=turn), events

    def refusal(self, run: QuestionRun, place: int) -> Exception | None:
        """Return the rules' reason, or that the turn is over."""
        return AppError(Code.puzzle_over) if run.turn.is_over else board.why_not(run.match, self.seat, place)

    async def solved(self, player: Player) -> Solved:
        """Return the questions that the reader has answered."""
        return Solved(await self._progress.done(player, self.kind))

    def coach(self, run: QuestionRun, solved: Solved) -> Coach:
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

    def _say(self, run: QuestionRun) -> str:
        if run.state == DONE:
            return _("Correct: this is how the turn was played.")
        if run.state == LOST:
            return _("That is not the turn that was played. Try again.")
        return self._words

    def table(self, run: QuestionRun) -> Board:
        """Return the board as the reader sees it; when the turn is over, nothing can be chosen any more."""
        if run.turn.is_over:
            return board.build(run.match, self.seat, legal=())
        position = self._begun.match.position
        return board.build(run.match, self.seat, position.mana if position else 0)
