"""A lesson as its page shows it: the real board with the choices of the step, and the coach who speaks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from app.base.errors import AppError, Code
from app.base.i18n import _
from app.learning.lessons import lesson_runner, marks
from app.learning.lessons.course import BY_SLUG, LESSONS
from app.learning.lessons.lesson_runner import Lesson, LessonRun
from app.learning.lessons.marks import MarksShown
from app.learning.lessons.words import LessonWords
from app.learning.practice.exercise import DONE, GOING, LOST, YOU, Coach, Exercise, ProgressKeeper, Solved
from app.matches.table import board
from app.matches.table.board import Board
from app.matches.table.hands import OpenHand
from app.people.players.player import Player
from engine.events import Event
from engine.match import LegalAction

_ORDER: Final = [lesson.slug for lesson in LESSONS]


@dataclass(frozen=True, slots=True)
class LessonLink:
    """A lesson in the list of all: its number from 1, and whether the guest has done it."""

    number: int
    slug: str
    words: LessonWords
    done: bool


@dataclass(frozen=True, slots=True)
class LessonCoach(Coach):
    """The coach of a lesson, who also leads to the lesson before and to any other, and explains marks."""

    marks: MarksShown | None
    number: int
    stops: tuple[LessonLink, ...]
    before: str | None


def lesson_links(done: Collection[str]) -> tuple[LessonLink, ...]:
    """Return all lessons, those in `done` ticked off."""
    return tuple(LessonLink(n, slug, BY_SLUG[slug].words(), slug in done) for n, slug in enumerate(_ORDER, 1))


class LessonExercise(Exercise[LessonRun]):
    """A lesson, whose opponent follows its script."""

    kind = "lesson"
    coach_template = "learning/lessons/coach.html"

    def __init__(self, lesson: Lesson, progress: ProgressKeeper) -> None:
        super().__init__(lesson.slug)
        self._lesson = lesson
        self._progress = progress

    def resume(self, moves: Sequence[object]) -> LessonRun:
        """Return the lesson where the guest left it."""
        return lesson_runner.replay(self._lesson, moves)

    async def act(self, run: LessonRun, action: object) -> tuple[LessonRun, list[Event]]:
        """Return the lesson after a move of the learner and the opponent's reply, and what happened."""
        return lesson_runner.act(run, action)

    def refusal(self, run: LessonRun, place: int) -> Exception | None:
        """Return the rules' reason, or that the lesson is about something else."""
        error = board.why_not(run.match, YOU, place)
        if error is not None or any(action.get("hand") == place for action in run.allowed):
            return error
        return AppError(Code.lesson_over if run.state != GOING else Code.not_in_lesson)

    async def solved(self, player: Player) -> Solved:
        """Return the lessons that the guest has done."""
        return Solved(await self._progress.done(player, self.kind))

    def coach(self, run: LessonRun, solved: Solved) -> LessonCoach:
        """Return the coach at this moment of the lesson."""
        lesson = self._lesson.words()
        step = lesson.steps[run.step]
        place = _ORDER.index(self.name)
        return LessonCoach(
            title=lesson.title,
            say=lesson.done if run.state == DONE else lesson.lost if run.state == LOST else step.say,
            hint=step.hint,
            state=run.state,
            home="/learn",
            after=f"/learn/{_ORDER[place + 1]}" if place + 1 < len(_ORDER) else None,
            over=_("Lesson done!"),
            following=_("Next lesson"),
            marks=marks.of(*step.marks) if step.marks and run.state == GOING else None,
            number=place + 1,
            stops=lesson_links(solved.names),
            before=f"/learn/{_ORDER[place - 1]}" if place else None,
        )

    def table(self, run: LessonRun) -> Board:
        """Return the board as the learner sees it, with no other choices than the step offers."""
        lesson, match = run.lesson, run.match
        first_turn = match.position is not None and match.position.turn == lesson.position["turn"]
        model = board.build(match, YOU, lesson.position["mana"] if first_turn else 0)
        allowed = run.allowed
        hand = model.hands[YOU]
        assert isinstance(hand, OpenHand)
        return model._replace(
            can_act=bool(allowed),
            choices=tuple(choice for choice in model.choices if choice.action in allowed),
            buttons=tuple(name for name in model.buttons if {"type": name} in allowed),
            hands={**model.hands, YOU: _offering(hand, allowed)},
        )


def _offering(hand: OpenHand, allowed: Sequence[LegalAction]) -> OpenHand:
    """Return the hand with only those cards marked as playable that the step offers."""
    return hand._replace(legal=frozenset(action["hand"] for action in allowed if action["type"] == "play"))
