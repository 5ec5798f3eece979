"""Through whose eyes a replay is looked at: one player's, as during the match, or with every card open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

from app.matches.film import Film
from engine.events import Event
from engine.match import Match

From = Literal["A", "B", "open"]
OPEN: Final = "open"


@dataclass(frozen=True, slots=True)
class Eyes:
    """A point of view; `slug` stands in the address as `from`."""

    slug: From

    @property
    def near(self) -> str:
        """The side that is drawn near."""
        return "B" if self.slug == "B" else "A"

    def view(self, match: Match) -> dict[str, Any]:
        """The match as these eyes see it."""
        if self.slug == OPEN:
            return match.view_for(None, everything=True)
        return match.view_for(self.slug)

    def events(self, film: Film, step: int) -> list[Event]:
        """What happened in a step, as these eyes see it."""
        return film.told(step, None if self.slug == OPEN else self.slug, everything=self.slug == OPEN)


def eyes_of(wanted: str, *, solo: bool) -> Eyes:
    """The point of view that an address asks for; alone there is no B to look through, and other words mean open."""
    if wanted == "A" or (wanted == "B" and not solo):
        return Eyes("A" if wanted == "A" else "B")
    return Eyes(OPEN)
