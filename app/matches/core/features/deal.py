"""A match of a deal that others play, too: everybody gets the same cards in the same order (`app/contests/deals`).

Nobody but its player may see it before they have finished the same deal; `Admission.may_see` checks that.
"""

from __future__ import annotations

from typing import Final

from app.matches.core.features.feature import Feature, StoredValue

DEAL: Final = StoredValue[str]("deal", length=16)


class PlayedDeal(Feature):
    """The deal that is played."""

    name = "deal"
    stored = (DEAL,)
