"""A lesson as its page shows it: the real board with the choices of the step, and the coach who speaks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from app.learn import lesson_runner, words
from app.learn.lesson_runner import DONE, GOING, YOU, Lesson, LessonRun
from app.learn.lessons import LESSONS
from app.learn.models import LessonProgress
from app.learn.practice_frames import PracticeRenderer
from app.learn.words import LessonWords, StepWords
from app.live.server_messages import Frame, Fresh
from app.table import board
from app.table.board import Board
from app.table.pieces import Hand
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
class Coach:
    """The coach: what it says now, and the links from here."""

    number: int
    stops: tuple[LessonLink, ...]
    words: LessonWords
    step: StepWords
    state: str
    before: str | None
    after: str | None


def lesson_links(done: Collection[str]) -> tuple[LessonLink, ...]:
    """Return all lessons, those in `done` ticked off."""
    return tuple(LessonLink(n, slug, words.words(slug), slug in done) for n, slug in enumerate(_ORDER, 1))


def coach(run: LessonRun, done: Collection[str]) -> Coach:
    """Return the coach at this moment of a lesson."""
    told = words.words(run.lesson.slug)
    place = _ORDER.index(run.lesson.slug)
    return Coach(
        number=place + 1,
        stops=lesson_links(done),
        words=told,
        step=told.steps[run.step],
        state=run.state,
        before=_ORDER[place - 1] if place else None,
        after=_ORDER[place + 1] if place + 1 < len(_ORDER) else None,
    )


def table(run: LessonRun) -> Board:
    """Return the board as the learner sees it, with no other choices than the step offers."""
    lesson, match = run.lesson, run.match
    first_turn = match.position is not None and match.position.turn == lesson.position["turn"]
    model = board.build(match, YOU, lesson.position["mana"] if first_turn else 0)
    allowed = run.allowed
    hand = model.hands[YOU]
    assert isinstance(hand, Hand)
    return model._replace(
        can_act=bool(allowed),
        choices=tuple(choice for choice in model.choices if choice.action in allowed),
        buttons=tuple(name for name in model.buttons if {"type": name} in allowed),
        hands={**model.hands, YOU: _offering(hand, allowed)},
    )


def _offering(hand: Hand, allowed: Sequence[LegalAction]) -> Hand:
    """Return the hand with only those cards marked as playable that the step offers."""
    return hand._replace(legal=frozenset(action["hand"] for action in allowed if action["type"] == "play"))


class LessonRenderer(PracticeRenderer):
    """Renders a lesson's page and socket frames."""

    def zones(self, run: LessonRun, progress: LessonProgress, done: Collection[str]) -> dict[str, Markup]:
        """Return the HTML of everything that changes, by zone."""
        context = {"coach": coach(run, done)}
        status = self.part("learn/status.html", context) if run.state != GOING else None
        return self.drawn(progress.seq, table(run), self.part("learn/coach.html", context), status)

    def snapshot(self, run: LessonRun, progress: LessonProgress, done: Collection[str]) -> Fresh:
        """Return the frame that shows everything afresh."""
        return self.fresh(progress.seq, self.zones(run, progress, done))

    def change(self, run: LessonRun, progress: LessonProgress, done: Collection[str], events: list[Event]) -> Frame:
        """Return the frame that tells what happened and then shows the table after it."""
        return self.told(progress.seq, self.zones(run, progress, done), run.match, events)


def resume(lesson: Lesson, progress: LessonProgress) -> LessonRun:
    """Return the lesson where the guest left it."""
    return lesson_runner.replay(lesson, progress.moves)


def is_done(run: LessonRun) -> bool:
    """Return whether the lesson has been won."""
    return run.state == DONE
