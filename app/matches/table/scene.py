"""A match apart from its cards, as one viewer sees it."""

from __future__ import annotations

from typing import NamedTuple

from app.matches.core.features import FEATURES, FeatureFacts
from app.matches.core.features.feature import Feature
from app.matches.table.match_summary import MatchSummary, Person
from app.matches.table.viewpoint import Viewpoint
from engine.seat import BySeat, Seat, Viewer, other


class PeopleAtTable(NamedTuple):
    """Both persons; templates find one by its seat, too."""

    A: Person
    B: Person

    @property
    def by_seat(self) -> BySeat[Person]:
        """Both persons by seat."""
        return {"A": self.A, "B": self.B}


_UNNAMED = Person("", you=False, presence="", presence_words="")
NOBODY = PeopleAtTable(_UNNAMED, _UNNAMED)
"""For a part of the page that names nobody, and so is the same in all matches."""


class Scene(NamedTuple):
    """The part that stays while only cards move: the match, its people, and the viewpoint; `playing`: there is a
    table."""

    summary: MatchSummary
    people: PeopleAtTable
    viewpoint: Viewpoint
    playing: bool

    @property
    def viewer(self) -> Viewer:
        return self.viewpoint.viewer

    @property
    def other(self) -> Seat:
        """The viewer's opponent; a spectator sits with A."""
        return other(self.viewer or "A")

    @property
    def over(self) -> bool:
        return self.summary.over

    @property
    def facts(self) -> FeatureFacts:
        """The facts of the match's features, for their templates."""
        return self.summary.features

    @property
    def features(self) -> tuple[type[Feature], ...]:
        return FEATURES
