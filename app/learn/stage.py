"""A lesson as its page shows it: the real board with the choices of the step, and the coach who speaks."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

import orjson
from markupsafe import Markup

from app.learn import course, words
from app.learn.course import DONE, GOING, OPPONENT, YOU, Lesson, Run
from app.learn.lessons import LESSONS
from app.learn.models import Taken
from app.learn.words import LessonWords, StepWords
from app.matches import board, story, telling
from app.matches.about import Person
from app.matches.board import Board
from app.matches.frames import swapped
from app.matches.models import SEATS
from app.matches.pieces import Hand
from app.matches.zones import People, draw, drawn, middle, sides, turn
from app.templating import Templates
from engine.events import Event

_ORDER: Final = [lesson.slug for lesson in LESSONS]


@dataclass(frozen=True, slots=True)
class Stop:
    """A lesson in the list of all: its number from 1, and whether the guest has done it."""

    number: int
    slug: str
    words: LessonWords
    done: bool


@dataclass(frozen=True, slots=True)
class Coach:
    """What the coach says now, and where one may go from here."""

    number: int
    stops: tuple[Stop, ...]
    words: LessonWords
    step: StepWords
    state: str
    before: str | None
    after: str | None


def stops(done: Collection[str]) -> tuple[Stop, ...]:
    """All lessons, those in `done` ticked off."""
    return tuple(Stop(n, slug, words.words(slug), slug in done) for n, slug in enumerate(_ORDER, 1))


def coach(run: Run, done: Collection[str]) -> Coach:
    """The coach at this moment of a lesson."""
    told = words.words(run.lesson.slug)
    place = _ORDER.index(run.lesson.slug)
    return Coach(
        number=place + 1,
        stops=stops(done),
        words=told,
        step=told.steps[run.step],
        state=run.state,
        before=_ORDER[place - 1] if place else None,
        after=_ORDER[place + 1] if place + 1 < len(_ORDER) else None,
    )


def table(run: Run) -> Board:
    """The board as the learner sees it, with no other choices than the step offers."""
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


def _offering(hand: Hand, allowed: list[dict[str, Any]]) -> Hand:
    """The hand with only those cards marked as playable that the step offers."""
    return hand._replace(legal=frozenset(action["hand"] for action in allowed if action["type"] == "play"))


class LessonFrames:
    """Renders a lesson's page and socket frames; the board's parts are those of a match."""

    def __init__(self, templates: Templates) -> None:
        self._templates = templates

    def zones(self, run: Run, taken: Taken, done: Collection[str]) -> dict[str, Markup]:
        """The HTML of everything that changes, by zone."""
        names = words.names()
        people = People(*(Person(names[seat], seat == YOU, "here", "") for seat in SEATS))
        model, pen = table(run), self._templates.pen()
        recipes = {"turn": turn(taken.seq, YOU, model.choices_json), **middle(people, model)}
        recipes |= sides(people.by_seat, model)
        zones = {zone: draw(pen, recipe) for zone, recipe in recipes.items()}
        context = {"coach": coach(run, done)}
        zones |= {"coach": drawn(self._templates, "learn/coach.html", context), "offer": Markup()}
        if run.state != GOING:
            zones["status"] = drawn(self._templates, "learn/status.html", context)
        return zones

    def stage(self, zones: dict[str, Markup]) -> Markup:
        """The table of a page that is opened."""
        return drawn(
            self._templates, "learn/stage.html", {"zones": zones, "near": YOU, "far": OPPONENT, "mode": "duel"}
        )

    def snapshot(self, run: Run, taken: Taken, done: Collection[str]) -> str:
        """The frame that shows everything afresh."""
        zones = self.zones(run, taken, done)
        html = swapped(self.stage(zones)) + swapped(zones["coach"])
        return orjson.dumps({"seq": taken.seq, "fresh": True, "content": html}).decode()

    def change(self, run: Run, taken: Taken, done: Collection[str], events: list[Event]) -> str:
        """The frame that tells what happened and then shows the table after it."""
        seen = run.match.events_for(events, YOU)
        told = telling.worded(seen, story.tell(seen, words.names()))
        html = "".join(swapped(zone) for zone in self.zones(run, taken, done).values() if zone)
        frame = {"seq": taken.seq, "content": html, "events": told, "faces": telling.faces(self._templates.pen(), seen)}
        return orjson.dumps(frame).decode()

    def refusal(self, sentence: str, code: str) -> str:
        """The frame for a message that was refused."""
        html = swapped(self._templates.text("match/toast.html", {"sentence": sentence}))
        return orjson.dumps({"error": sentence, "code": code, "content": html}).decode()


def resume(lesson: Lesson, taken: Taken) -> Run:
    """The lesson where the guest left it."""
    return course.replay(lesson, taken.moves)


def is_done(run: Run) -> bool:
    """Whether the lesson has been won."""
    return run.state == DONE
