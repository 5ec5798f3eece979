"""From a film to what a page shows: the table at one step, drawn by the live board's own templates, and the log.

A frame is what the page's script gets for one step: the HTML to put in place, and the events that led there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import orjson
from markupsafe import Markup

from app.i18n import _
from app.matches import board, draft, pieces, story, telling, zones
from app.matches.about import Person, called
from app.matches.film import Film, Turn
from app.matches.frames import swapped
from app.replay.eyes import Eyes
from app.templating import Templates
from engine.cards import Card

AUTOMATON, NOBODY = "automaton", "replay"
A_PART: Final = 400
"""Steps whose lines a page has at once: more than nearly every match."""


@dataclass(frozen=True, slots=True)
class Told:
    """One line of the log, and the step that it belongs to."""

    step: int
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Log:
    """The lines of the steps `first` to `last`; whether there are earlier and later ones."""

    first: int
    last: int
    lines: list[Told]
    earlier: bool
    later: bool


@dataclass(frozen=True, slots=True)
class Place:
    """Where one is: the step, whose eyes, the address of the replay, and what this step did, in words."""

    base: str
    step: int
    last: int
    eyes: Eyes
    turn: Turn | None
    before: int
    after: int
    did: str
    kind: str

    def link(self, step: int, eyes: str = "") -> str:
        """The address of another moment, or of this one through other eyes."""
        return f"{self.base}?step={step}&from={eyes or self.eyes.slug}"


@dataclass(frozen=True, slots=True)
class SetUp:
    """The choices before the first turn that are no draft: what each player has built, banned and chosen so far."""

    near: str
    far: str
    phase: str
    decks: dict[str, tuple[Card, ...] | None]
    banned: dict[str, frozenset[str]]
    champions: dict[str, Card | None]
    ready: dict[str, bool]


class Scenes:
    """Draws one replay at `base`, its address without a step."""

    def __init__(self, templates: Templates, film: Film, base: str) -> None:
        self._templates = templates
        self._film = film
        self._base = base
        self.solo = film.solo
        self.names = called(film.record.names, solo=self.solo)

    def place(self, step: int, eyes: Eyes) -> Place:
        """Where one is after `step` actions."""
        film = self._film
        turns = [turn.step for turn in film.turns]
        before = max((start for start in turns if start < step), default=0)
        after = min((start for start in turns if start > step), default=film.last)
        line = self._gist(step, eyes)
        turn = film.turn_at(step)
        return Place(self._base, step, film.last, eyes, turn, before, after, line.text, line.kind)

    def _gist(self, step: int, eyes: Eyes) -> story.Line:
        """What a step did, in one sentence: its greatest moment, or else its first."""
        if step == 0:
            return story.Line(story.PLAIN, _("The beginning"))
        lines = [line for line in self._lines(step, eyes) if line is not None]
        great = [line for line in lines if line.kind == story.GREAT]
        plain = [line for line in lines if line.kind == story.PLAIN]
        return (great[-1:] or plain or lines or [story.Line(story.PLAIN, _("Nothing to be seen"))])[0]

    def _lines(self, step: int, eyes: Eyes) -> list[story.Line | None]:
        return story.tell(eyes.events(self._film, step), self.names)

    def log(self, eyes: Eyes, step: int = 0) -> Log:
        """The part of the match in words that `step` belongs to; each line knows its step."""
        first = step // A_PART * A_PART
        end = min(first + A_PART, self._film.last + 1)
        steps = range(first, end)
        told = [Told(at, line.kind, line.text) for at in steps for line in self._lines(at, eyes) if line]
        return Log(first, end - 1, told, first > 0, end <= self._film.last)

    def stage(self, place: Place) -> Markup:
        """The table, the draft or the set-up at a step."""
        match = self._film.at(place.step)
        people = {seat: self._person(seat) for seat in ("A", "B")}
        context: dict[str, Any] = {"place": place, "people": people, "viewer": None, "mode": self._mode}
        controls = self._draw("replay/controls.html", context)
        if match.position is not None:
            view = place.eyes.view(match)
            gained = self._film.mana_at(place.step)
            context["b"] = model = board.build(match, None, gained, near=place.eyes.near, view=view)
            none = Markup()
            pen = self._templates.pen()
            shown = {name: zones.draw(pen, recipe) for name, recipe in zones.sides(people, model).items()}
            shown |= {"status": controls, "order": none, "offer": none}
            return self._staged("board", shown, context, model.near, model.far)
        view = place.eyes.view(match)
        if view["phase"] == "draft":
            context["d"] = drafted = draft.build(match, None, near=place.eyes.near)
            shown = zones.decks(self._templates, context, drafted)
            shown |= {"draft-status": controls, "offers": self._draw("draft/offers.html", context)}
            return self._staged("draft", shown, context, drafted.near, drafted.far)
        context["s"] = _set_up(view, place.eyes.near)
        return self._staged("setup", {"status": controls}, context, place.eyes.near, context["s"].far)

    @property
    def _mode(self) -> str:
        return self._film.record.options.mode

    def _staged(self, kind: str, shown: dict[str, Any], context: dict[str, Any], near: str, far: str) -> Markup:
        return self._draw("replay/stage.html", {**context, "kind": kind, "zones": shown, "near": near, "far": far})

    def _person(self, seat: str) -> Person:
        return Person(self.names[seat], False, AUTOMATON if self.solo and seat == "B" else NOBODY, "")

    def _draw(self, name: str, context: dict[str, Any]) -> Markup:
        return zones.drawn(self._templates, name, context)

    def moving(self, place: Place) -> list[Markup]:
        """The parts of the page outside the stage that change with the step."""
        context = {"place": place, "names": self.names, "solo": self.solo, "can_play_on": self.can_play_on(place.step)}
        return [self._draw(f"replay/{name}.html", context) for name in ("sides", "onward")]

    def can_play_on(self, step: int) -> bool:
        """Whether a match can begin from this step: the cards are dealt, and nobody has won yet."""
        return self._film.at(step).status == "playing"

    def frame(self, place: Place) -> bytes:
        """What the script gets for a step."""
        events = place.eyes.events(self._film, place.step)
        html = [self.stage(place), *self.moving(place)]
        return orjson.dumps(
            {
                "step": place.step,
                "part": place.step // A_PART * A_PART,
                "content": "".join(swapped(part) for part in html),
                "events": telling.worded(events, story.tell(events, self.names)),
                "faces": telling.faces(self._templates.pen(), events),
            }
        )


def _set_up(view: dict[str, Any], near: str) -> SetUp:
    decks = view.get("decks") or {}
    banned = view.get("banned") or {}
    champions = view.get("champions") or {}
    return SetUp(
        near=near,
        far="A" if near == "B" else "B",
        phase=view["phase"],
        decks={seat: _cards(decks.get(seat)) for seat in ("A", "B")},
        banned={seat: frozenset(banned.get(seat, ())) for seat in ("A", "B")},
        champions={seat: pieces.card_of(card) if card else None for seat, card in champions.items()},
        ready=dict(view.get("ready") or {}),
    )


def _cards(slugs: list[str] | None) -> tuple[Card, ...] | None:
    if slugs is None:
        return None
    return tuple(sorted((pieces.card_of(slug) for slug in slugs), key=lambda card: card.cost))
