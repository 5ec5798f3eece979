"""A lesson as its page shows it: the real board with the choices of the step, and the coach who speaks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from app.learn import lesson_runner, words
from app.learn.lesson_runner import DONE, GOING, OPPONENT, YOU, Lesson, LessonRun
from app.learn.lessons import LESSONS
from app.learn.models import LessonProgress
from app.learn.words import LessonWords, StepWords
from app.live.server_messages import Frame, Fresh, Refused
from app.table import board, event_payload, narration
from app.table.board import Board
from app.table.frames import swapped
from app.table.match_summary import Person
from app.table.pieces import Hand
from app.table.zones import TurnZone, drawn_zones, rendered, shared_zones, side_zones
from app.web.templating import Templates
from engine.events import Event
from engine.match import LegalAction
from engine.seat import SEATS, BySeat

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


class LessonRenderer:
    """Renders a lesson's page and socket frames; the board's parts are those of a match."""

    def __init__(self, templates: Templates) -> None:
        self._templates = templates

    def zones(self, run: LessonRun, progress: LessonProgress, done: Collection[str]) -> dict[str, Markup]:
        """Return the HTML of everything that changes, by zone."""
        names = words.names()
        people: BySeat[Person] = {seat: Person(names[seat], seat == YOU, "here", "") for seat in SEATS}
        model = table(run)
        shown = {"turn": TurnZone(progress.seq, YOU, model.choices_json), **shared_zones(people, model)}
        zones = drawn_zones(self._templates.fragments(), shown | side_zones(people, model))
        context = {"coach": coach(run, done)}
        zones |= {"coach": rendered(self._templates, "learn/coach.html", context), "offer": Markup()}
        if run.state != GOING:
            zones["status"] = rendered(self._templates, "learn/status.html", context)
        return zones

    def stage(self, zones: dict[str, Markup]) -> Markup:
        """Return the table of a page that is opened."""
        return rendered(
            self._templates, "learn/stage.html", {"zones": zones, "near": YOU, "far": OPPONENT, "mode": "duel"}
        )

    def snapshot(self, run: LessonRun, progress: LessonProgress, done: Collection[str]) -> Fresh:
        """Return the frame that shows everything afresh."""
        zones = self.zones(run, progress, done)
        html = swapped(self.stage(zones)) + swapped(zones["coach"])
        return {"seq": progress.seq, "fresh": True, "content": html}

    def change(self, run: LessonRun, progress: LessonProgress, done: Collection[str], events: list[Event]) -> Frame:
        """Return the frame that tells what happened and then shows the table after it."""
        seen = run.match.events_for(events, YOU)
        told = event_payload.event_payloads(seen, narration.narrate(seen, words.names()))
        html = "".join(swapped(zone) for zone in self.zones(run, progress, done).values() if zone)
        return {
            "seq": progress.seq,
            "content": html,
            "events": told,
            "faces": event_payload.card_faces(self._templates.fragments(), seen),
        }

    def refusal(self, sentence: str, code: str) -> Refused:
        """Return the frame for a message that was refused."""
        html = swapped(self._templates.text("play/toast.html", {"sentence": sentence}))
        return {"error": sentence, "code": code, "content": html}


def resume(lesson: Lesson, progress: LessonProgress) -> LessonRun:
    """Return the lesson where the guest left it."""
    return lesson_runner.replay(lesson, progress.moves)


def is_done(run: LessonRun) -> bool:
    """Return whether the lesson has been won."""
    return run.state == DONE
