"""An exercise as its page and its socket show it: the real board, and a coach who speaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic

from markupsafe import Markup

from app.base.drawing.renderer import Renderer
from app.base.live.server_messages import Frame, Snapshot
from app.learning.practice.exercise import GOING, Coach, Exercise, R
from app.matches.table import event_payload, narration
from app.matches.table.arranging import table_zones
from app.matches.table.board import Board
from app.matches.table.drawing import changed, swapped
from app.matches.table.match_summary import Person
from app.matches.table.zones import DrawnZone, TurnZone, Zones, drawn_zones, rendered
from engine.events import Event
from engine.match import Match
from engine.seat import SEATS, BySeat, other


class PracticeRenderer(Generic[R]):
    """Renders a practice page and its updates; the board's parts are those of a match."""

    def __init__(self, templates: Renderer, exercise: Exercise[R]) -> None:
        self._templates = templates
        self._exercise = exercise

    def zones(self, seq: int, model: Board, coach: Coach) -> Zones:
        """Return everything that changes, by zone."""
        called, own = self._exercise.names(), self._exercise.seat
        people: BySeat[Person] = {seat: Person(called[seat], seat == own, "here", "") for seat in SEATS}
        zones: Zones = {"turn": TurnZone(seq, own, model.choices), **table_zones(people, model)}
        zones["coach"] = DrawnZone(self._part(self._exercise.coach_template, {"coach": coach}))
        if coach.state != GOING:
            zones["status"] = DrawnZone(self._part("learning/practice/status.html", {"coach": coach}))
        return zones

    def drawn(self, zones: Zones) -> dict[str, Markup]:
        """Return the HTML of the zones; nobody offers anything here."""
        return {**drawn_zones(self._templates.fragments(), zones), "offer": Markup()}

    def stage(self, drawn: Mapping[str, Markup]) -> Markup:
        """Return the table of a page that is opened."""
        near = self._exercise.seat
        shown = {"zones": drawn, "near": near, "far": other(near), "mode": self._exercise.mode}
        return self._part("learning/practice/stage.html", shown)

    def snapshot(self, seq: int, zones: Zones) -> Snapshot:
        """Return the frame that shows everything."""
        drawn = self.drawn(zones)
        return {"type": "snapshot", "seq": seq, "content": swapped(self.stage(drawn), drawn["coach"])}

    def frame(self, seq: int, before: Zones, zones: Zones, match: Match, events: list[Event]) -> Frame:
        """Return the frame that plays the events and then shows what differs from the zones before."""
        seen = match.events_for(events, self._exercise.seat)
        fragments = self._templates.fragments()
        return {
            "type": "frame",
            "seq": seq,
            "content": changed(fragments, before, zones),
            "events": event_payload.event_payloads(seen, narration.narrate(seen, self._exercise.names())),
            "faces": event_payload.card_faces(fragments, seen),
        }

    def _part(self, name: str, context: Mapping[str, object]) -> Markup:
        return rendered(self._templates, name, context)
