"""A match of a deal that others play, too: everybody gets the same cards in the same order (`app/contests/deals`).
Matches of a road of Legacy (H13) are such, too: the id of a road begins with a mark (`app/contests/legacy`).

Nobody but its player may see it before they have finished the same deal; `Admission.may_see` checks that.
"""

from __future__ import annotations

from typing import Final

from app.matches.core.features.feature import Feature, StoredValue
from app.matches.core.match_row import MatchRow

DEAL: Final = StoredValue[str]("deal", length=16)
ROAD_MARK: Final = "~"
"""Begins the id of a road, and no id of a deal."""


class PlayedDeal(Feature):
    """The deal that is played."""

    name = "deal"
    stored = (DEAL,)


def road_of(row: MatchRow) -> str | None:
    """Return the id of the road that a match belongs to, if it does."""
    deal = DEAL.of(row)
    return deal if deal is not None and deal.startswith(ROAD_MARK) else None
