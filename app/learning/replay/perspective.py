"""The knowledge with which a replay is shown: one player's, as during the match, or every card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from app.matches.helpers.timeline import ReplayTimeline
from engine.events import Event
from engine.match import Match
from engine.seat import Seat
from engine.setup.views import MatchView

PerspectiveName = Literal["A", "B", "open"]
OPEN: Final = "open"


@dataclass(frozen=True, slots=True)
class Perspective:
    """A point of view; `slug` is the value of `from` in the address."""

    slug: PerspectiveName

    @property
    def near(self) -> Seat:
        return "B" if self.slug == "B" else "A"

    def view(self, match: Match) -> MatchView:
        """Return the match as this perspective shows it."""
        if self.slug == OPEN:
            return match.view_for(None, everything=True)
        return match.view_for(self.slug)

    def events(self, timeline: ReplayTimeline, step: int) -> list[Event]:
        """Return the events of a step, as this perspective sees them."""
        return timeline.events_at(step, None if self.slug == OPEN else self.slug, everything=self.slug == OPEN)


def perspective_of(wanted: str, *, solo: bool) -> Perspective:
    """Return the point of view in an address. Solo games have no view of B, and other words mean open."""
    if wanted == "A" or (wanted == "B" and not solo):
        return Perspective("A" if wanted == "A" else "B")
    return Perspective(OPEN)
