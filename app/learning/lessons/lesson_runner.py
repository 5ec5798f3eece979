"""The course of a lesson: a position, steps with a goal each, and an opponent who follows a script.

Pure functions on top of `engine.match`. A lesson under way is its list of moves; everything else follows from them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from app.base.errors import AppError, Code
from app.cards.gallery.abilities.short_position import ShortPosition
from app.learning.lessons.words import LessonWords
from app.learning.practice.exercise import DONE, GOING, LOST, OPPONENT, YOU, ExerciseState
from engine.actions import PlainNotation
from engine.errors import EngineError
from engine.events import Event
from engine.match import LegalAction, Match, Options
from engine.view import View

END_SUMMON: Final[PlainNotation] = {"type": "end_summon"}
MAX_MOVES: Final = 12


@dataclass(frozen=True, slots=True)
class GoalContext:
    """The facts by which a goal is judged: the match now, and the events since the step began, including the opponent's
    turn."""

    match: Match
    events: tuple[Event, ...] = ()

    def view(self) -> View:
        """Return the table as the learner sees it."""
        return self.match.table_view(YOU)

    def happened(self, kind: str, **values: object) -> bool:
        """True if an event of this kind with these values happened since the step began."""
        return any(e["type"] == kind and all(e.get(k) == v for k, v in values.items()) for e in self.events)


LessonGoal = Callable[[GoalContext], bool]
Allow = Callable[[GoalContext, LegalAction], bool]


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One thing to do: the legal actions it offers, when it is done, and when it cannot be done any more."""

    allow: Allow
    done: LessonGoal
    lost: LessonGoal = lambda context: False


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position (docs/notation.md, the learner is A) and the steps to take from it.

    `words` returns its texts in the current language. `script` are the opponent's actions, played whenever it is their
    turn; when it is used up they just attack.
    `solution` is one way through, for the tests and for learners who ask for it.
    """

    slug: str
    words: Callable[[], LessonWords]
    position: ShortPosition
    steps: tuple[LessonStep, ...]
    solution: tuple[LegalAction, ...]
    script: tuple[LegalAction, ...] = ()


@dataclass(frozen=True, slots=True)
class LessonRun:
    """A lesson under way; `moves` are the learner's actions so far."""

    lesson: Lesson
    context: GoalContext
    moves: tuple[LegalAction, ...] = ()
    step: int = 0
    scripted: int = 0
    state: ExerciseState = GOING

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.context.match

    @property
    def allowed(self) -> list[LegalAction]:
        """The legal actions that the present step offers."""
        if self.state != GOING:
            return []
        step = self.lesson.steps[self.step]
        return [action for action in self.match.legal_actions(YOU) if step.allow(self.context, action)]


def begin(lesson: Lesson) -> LessonRun:
    """Return the lesson before the first move."""
    position = lesson.position
    options = Options(
        seed=0, edition=position["edition"], mode=position["mode"], format="position", position=position, undo=False
    )
    return LessonRun(lesson, GoalContext(Match.new(options)))


def act(run: LessonRun, action: object) -> tuple[LessonRun, list[Event]]:
    """Return the lesson after a move of the learner and the opponent's reply, and what happened.

    Raises EngineError or AppError, and changes nothing, for a move that the rules or the lesson do not allow.
    """
    if run.state != GOING:
        raise AppError(Code.lesson_over)
    if not isinstance(action, dict) or action not in run.allowed:
        run.match.apply(YOU, action)  # the rules' own reason comes first
        raise AppError(Code.not_in_lesson)
    match, events = run.match.apply(YOU, action)
    run = replace(run, moves=(*run.moves, action))
    run, log = _after(run, match, events)
    return _judged(run), log


def replay(lesson: Lesson, moves: Sequence[object]) -> LessonRun:
    """Return the lesson after these moves; from the beginning if they do not lead anywhere (a
    lesson that has changed)."""
    run = begin(lesson)
    try:
        for move in moves[:MAX_MOVES]:
            run, _events = act(run, move)
    except (AppError, EngineError):
        return begin(lesson)
    return run


def _after(run: LessonRun, match: Match, events: list[Event]) -> tuple[LessonRun, list[Event]]:
    """Go to the lesson's next step if this one is done; otherwise play the opponent's turn if it is due."""
    log = list(events)
    run = replace(run, context=GoalContext(match, (*run.context.events, *events)))
    step = run.lesson.steps[run.step]
    while not step.done(run.context) and match.to_act == (OPPONENT,):
        match, events, scripted = _reply(run, match)
        log += events
        run = replace(run, context=GoalContext(match, (*run.context.events, *events)), scripted=scripted)
    return run, log


def _reply(run: LessonRun, match: Match) -> tuple[Match, list[Event], int]:
    """Return the opponent's next scripted action, or the end of their summons."""
    script = run.lesson.script[run.scripted :]
    if script and script[0] in match.legal_actions(OPPONENT):
        match, events = match.apply(OPPONENT, script[0])
        return match, events, run.scripted + 1
    match, events = match.apply(OPPONENT, END_SUMMON)
    return match, events, run.scripted


def _judged(run: LessonRun) -> LessonRun:
    """Return the run with its state: the next step, the end of the lesson, or lost when nothing leads to the goal."""
    step = run.lesson.steps[run.step]
    if step.done(run.context):
        if run.step + 1 == len(run.lesson.steps):
            return replace(run, state=DONE)
        return replace(run, step=run.step + 1, context=GoalContext(run.match))
    if step.lost(run.context) or not run.allowed:
        return replace(run, state=LOST)
    return run
