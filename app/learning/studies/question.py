"""A question of a study as an exercise: the reader plays the rest of a turn as the record does, in any order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from app.base.errors import AppError, Code
from app.base.i18n import _
from app.learning.practice.exercise import DONE, GOING, LOST, Coach, ExerciseState, Solved
from app.learning.practice.one_turn import OneTurn
from app.learning.practice.progress import ProgressService
from app.learning.practice.turn_exercise import TurnExercise, TurnRun, by_its_end
from app.learning.studies.drawing import QuestionTask
from app.learning.studies.models import Study, StudyChapter
from app.people.players.player import Player
from engine import notation
from engine.json_fields import StoredJson
from engine.match import Match, Options

HOME: Final = "/studies/questions"
MAX_DIGITS: Final = 4  # of a step


@dataclass(frozen=True, slots=True)
class QuestionId:
    """The step of a chapter at which a question stands, also as the name of its exercise."""

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

    goal: StoredJson

    @property
    def state(self) -> ExerciseState:
        """Done if the turn has ended in the record's position, lost if in another."""
        position = self.match.position
        if not self.turn.is_over or position is None:
            return GOING
        return DONE if notation.to_json(position) == self.goal else LOST


class QuestionExercise(TurnExercise[QuestionRun]):
    """A question: a turn that ends otherwise than the record's is wrong, and may be tried again."""

    kind = "study"
    coach_template = "learning/studies/coach.html"

    def __init__(
        self, study: Study, chapter: StudyChapter, step: int, task: QuestionTask, progress: ProgressService
    ) -> None:
        start = QuestionRun(OneTurn.begin(Match.new(Options.from_json(task.options)), task.seat), task.goal)
        super().__init__(QuestionId(study.id, chapter.id, step).name, start, by_its_end)
        self.mode = task.options["mode"]
        self.title = study.title
        self._back = f"/studies/{study.id}/{chapter.id}"
        self._step = step
        self._words = chapter.note_at(step).question
        self._task = task
        self._progress = progress

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
