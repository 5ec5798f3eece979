"""An exercise as its page and its socket show it: the real board, and a coach who speaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic

from markupsafe import Markup

from app.base.drawing.renderer import Renderer
from app.base.live.server_messages import Frame, Refused, Snapshot
from app.learning.practice.exercise import GOING, Coach, Exercise, R
from app.matches.table import event_payload, narration
from app.matches.table.arranging import shared_zones, side_zones
from app.matches.table.board import Board
from app.matches.table.drawing import swapped
from app.matches.table.match_summary import Person
from app.matches.table.zones import TurnZone, drawn_zones, rendered
from engine.events import Event
from engine.match import Match
from engine.seat import SEATS, BySeat, other


class PracticeRenderer(Generic[R]):
    """Renders a practice page and its updates; the board's parts are those of a match."""

    def __init__(self, templates: Renderer, exercise: Exercise[R]) -> None:
        self._templates = templates
        self._exercise = exercise

    def zones(self, seq: int, model: Board, coach: Coach) -> dict[str, Markup]:
        """Return the HTML of everything that changes, by zone."""
        called, own = self._exercise.names(), self._exercise.seat
        people: BySeat[Person] = {seat: Person(called[seat], seat == own, "here", "") for seat in SEATS}
        shown = {"turn": TurnZone(seq, own, model.choices), **shared_zones(people, model)}
        zones = drawn_zones(self._templates.fragments(), shown | side_zones(people, model))
        zones |= {"coach": self._part(self._exercise.coach_template, {"coach": coach}), "offer": Markup()}
        if coach.state != GOING:
            zones["status"] = self._part("learning/practice/status.html", {"coach": coach})
        return zones

    def stage(self, zones: Mapping[str, Markup]) -> Markup:
        """Return the table of a page that is opened."""
        near = self._exercise.seat
        shown = {"zones": zones, "near": near, "far": other(near), "mode": self._exercise.mode}
        return self._part("learning/practice/stage.html", shown)

    def snapshot(self, seq: int, zones: Mapping[str, Markup]) -> Snapshot:
        """Return the frame that shows everything."""
        return {"type": "snapshot", "seq": seq, "content": swapped(self.stage(zones)) + swapped(zones["coach"])}

    def frame(self, seq: int, zones: Mapping[str, Markup], match: Match, events: list[Event]) -> Frame:
        """Return the frame that plays the events and then shows the table after them."""
        seen = match.events_for(events, self._exercise.seat)
        return {
            "type": "frame",
            "seq": seq,
            "content": "".join(swapped(zone) for zone in zones.values() if zone),
            "events": event_payload.event_payloads(seen, narration.narrate(seen, self._exercise.names())),
            "faces": event_payload.card_faces(self._templates.fragments(), seen),
        }

    def refusal(self, sentence: str, code: str) -> Refused:
        """Return the frame for a message that was refused."""
        html = swapped(self._templates.text("matches/play/toast.html", {"sentence": sentence}))
        return {"type": "error", "error": sentence, "code": code, "content": html}

    def _part(self, name: str, context: Mapping[str, object]) -> Markup:
        return rendered(self._templates, name, context)
