"""From a timeline to what a page shows: the table at one step, drawn by the live board's own templates, and the log.

A frame is the message to the page's script for one step: the HTML to put in place, and the events that led there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import orjson
from markupsafe import Markup

from app.base.drawing.renderer import FragmentCache, Renderer
from app.base.i18n import _
from app.cards.gallery.notation import card_of, deck_by_cost
from app.learning.replay.perspective import Perspective
from app.matches.bots.characters import FOR_LEVELS
from app.matches.helpers.timeline import ReplayTimeline, TimelineTurn
from app.matches.table import arranging, board, draft, event_payload, narration, zones
from app.matches.table.drawing import swapped
from app.matches.table.log_html import StepLink, log_html
from app.matches.table.match_summary import Person, display_names
from engine.cards import Card
from engine.narration import GREAT, PLAIN, Sentence
from engine.seat import SEATS, BySeat, Seat, other
from engine.setup.views import SetupView

AUTOMATON, NOBODY = "automaton", "replay"
A_PART: Final = 400
"""Steps whose lines a page has at once: more than nearly every match."""


@dataclass(frozen=True, slots=True)
class LogStep:
    """A step that says something, and its lines as items of a list."""

    step: int
    html: Markup


@dataclass(frozen=True, slots=True)
class LogPart:
    """The lines of the steps `first` to `last`, and whether there are earlier and later ones."""

    first: int
    last: int
    lines: list[LogStep]
    earlier: bool
    later: bool


def address_of(base: str, step: int, perspective: str) -> str:
    """Return the address of a moment of the replay at `base`."""
    return f"{base}?step={step}&from={perspective}"


@dataclass(frozen=True, slots=True)
class ReplayMoment:
    """A moment of a replay: the step, the perspective, the replay's address, and the effect of this step, in words."""

    base: str
    step: int
    last: int
    perspective: Perspective
    turn: TimelineTurn | None
    before: int
    after: int
    did: str
    kind: str

    def link(self, step: int, perspective: str = "") -> str:
        """Return the address of another moment, or of this one from another perspective."""
        return address_of(self.base, step, perspective or self.perspective.slug)


@dataclass(frozen=True, slots=True)
class ReplaySetup:
    """The choices before the first turn that are no draft: the decks, bans and choices of each player so far."""

    near: Seat
    far: Seat
    phase: str
    decks: BySeat[tuple[Card, ...] | None]
    banned: BySeat[frozenset[str]]
    champions: dict[Seat, Card | None]
    ready: dict[Seat, bool]


class ReplayRenderer:
    """Draws one replay at `base`, its address without a step; `parts`: the templates of what changes with the step
    outside the stage."""

    parts: tuple[str, ...] = ("sides", "play_from_here", "make_study")

    def __init__(self, templates: Renderer, timeline: ReplayTimeline, base: str) -> None:
        self._templates = templates
        self._timeline = timeline
        self._base = base
        self.solo = timeline.solo
        self.names = display_names(timeline.record.names, solo=self.solo)

    def place(self, step: int, perspective: Perspective) -> ReplayMoment:
        """Return the moment after `step` actions."""
        timeline = self._timeline
        turns = [turn.step for turn in timeline.turns]
        before = max((start for start in turns if start < step), default=0)
        after = min((start for start in turns if start > step), default=timeline.last)
        gist = self._gist(step, perspective)
        turn = timeline.turn_at(step)
        return ReplayMoment(self._base, step, timeline.last, perspective, turn, before, after, gist.text, gist.kind)

    def _gist(self, step: int, perspective: Perspective) -> Sentence:
        """Return the effect of a step in one sentence: its greatest event, or else its first."""
        if step == 0:
            return Sentence(PLAIN, _("The start"))
        sentences = [sentence for sentence in self._lines(step, perspective) if sentence is not None]
        great = [sentence for sentence in sentences if sentence.kind == GREAT]
        plain = [sentence for sentence in sentences if sentence.kind == PLAIN]
        return (great[-1:] or plain or sentences or [Sentence(PLAIN, _("Nothing to see"))])[0]

    def _lines(self, step: int, perspective: Perspective) -> list[Sentence | None]:
        return narration.narrate(perspective.events(self._timeline, step), self.names)

    def log(self, perspective: Perspective, step: int = 0) -> LogPart:
        """Return the part of the match in words that `step` belongs to; each line knows its step."""
        first = step // A_PART * A_PART
        end = min(first + A_PART, self._timeline.last + 1)
        steps = range(first, end)
        fragments = self._templates.fragments()
        shown = [LogStep(at, html) for at in steps if (html := self._step_html(fragments, at, perspective))]
        return LogPart(first, end - 1, shown, first > 0, end <= self._timeline.last)

    def _step_html(self, fragments: FragmentCache, step: int, perspective: Perspective) -> Markup:
        events = perspective.events(self._timeline, step)
        label = _("step %(step)s of %(last)s", step=step, last=self._timeline.last)
        link = StepLink(step, address_of(self._base, step, perspective.slug), label)
        sentences = narration.narrate_marked(events, self.names)
        return Markup(log_html(fragments, events, sentences, link))  # noqa: S704, RUF100

    def turns(self, moment: ReplayMoment) -> Markup:
        """Return the choice among all turns."""
        return self._draw(
            "learning/replay/turns.html", {"turns": self._timeline.turns, "moment": moment, "names": self.names}
        )

    def log_html(self, perspective: Perspective, step: int) -> Markup:
        """Return the lines of the log around a step."""
        context = {"log": self.log(perspective, step), "moment": self.place(step, perspective)}
        return self._draw("learning/replay/log.html", context)

    def stage(self, moment: ReplayMoment) -> Markup:
        """Return the table, the draft or the set-up at a step."""
        match = self._timeline.at(moment.step)
        people = {seat: self._person(seat) for seat in SEATS}
        context: dict[str, object] = {"moment": moment, "people": people, "viewer": None, "mode": self._mode}
        controls = self._draw("learning/replay/controls.html", context)
        view = moment.perspective.view(match)
        if "turn" in view:  # past the set-up
            gained = self._timeline.mana_at(moment.step)
            context["b"] = model = board.build(match, None, gained, near=moment.perspective.near, view=view)
            none = Markup()
            shown = zones.drawn_zones(self._templates.fragments(), arranging.side_zones(people, model))
            shown |= {"status": controls, "order": none, "offer": none}
            return self._staged("board", shown, context, model.near, model.far)
        if view["phase"] == "draft":
            context["d"] = drafted = draft.build(match, None, near=moment.perspective.near)
            fragments = self._templates.fragments()
            shown = zones.drawn_zones(fragments, arranging.draft_zones(fragments, context, people, drafted))
            shown |= {"draft-status": controls, "offers": self._draw("matches/table/draft/offers.html", context)}
            return self._staged("draft", shown, context, drafted.near, drafted.far)
        context["s"] = setup = _set_up(view, moment.perspective.near)
        return self._staged("setup", {"status": controls}, context, setup.near, setup.far)

    @property
    def _mode(self) -> str:
        return self._timeline.record.options.mode

    def _staged(
        self, kind: str, shown: Mapping[str, Markup], context: dict[str, object], near: Seat, far: Seat
    ) -> Markup:
        return self._draw(
            "learning/replay/stage.html", {**context, "kind": kind, "zones": shown, "near": near, "far": far}
        )

    def _person(self, seat: Seat) -> Person:
        return Person(self.names[seat], False, AUTOMATON if self.solo and seat == "B" else NOBODY, "")

    def _draw(self, name: str, context: dict[str, object]) -> Markup:
        return zones.rendered(self._templates, name, context)

    def moving(self, moment: ReplayMoment) -> list[Markup]:
        """Return the parts of the page outside the stage that change with the step."""
        context = {
            "moment": moment,
            "names": self.names,
            "solo": self.solo,
            "can_play_on": self.can_play_on(moment.step),
            "bots": FOR_LEVELS,
        }
        return [self._draw(f"learning/replay/{name}.html", context) for name in self.parts]

    def can_play_on(self, step: int) -> bool:
        """True if a match can begin from this step: the cards are dealt, and nobody has won yet."""
        return self._timeline.at(step).status == "playing"

    def frame(self, moment: ReplayMoment) -> bytes:
        events = moment.perspective.events(self._timeline, moment.step)
        html = [self.stage(moment), *self.moving(moment)]
        return orjson.dumps(
            {
                "step": moment.step,
                "part": moment.step // A_PART * A_PART,
                "content": swapped(*html),
                "events": event_payload.event_payloads(events, narration.narrate(events, self.names)),
                "faces": event_payload.card_faces(self._templates.fragments(), events),
            }
        )


def _set_up(view: SetupView, near: Seat) -> ReplaySetup:
    decks = view["decks"] if "decks" in view else {}
    banned = view["banned"] if "banned" in view else {}
    champions = view["champions"] if "champions" in view else {}
    return ReplaySetup(
        near=near,
        far=other(near),
        phase=view["phase"],
        decks={seat: deck_by_cost(decks.get(seat)) for seat in SEATS},
        banned={seat: frozenset(banned.get(seat, ())) for seat in SEATS},
        champions={seat: card_of(card) if card else None for seat, card in champions.items()},
        ready=view["ready"] if "ready" in view else {},
    )
