"""The mana curve: how many cards of each cost a deck has (see templates/cards/gallery/curve.html)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.base.i18n import _, formats
from engine.cards import Card

DEAREST: Final = 8


@dataclass(frozen=True, slots=True)
class Curve:
    """`counts`: how many cards of each mana cost from 0; the last counts everything dearer too."""

    counts: tuple[int, ...]
    average: float

    @property
    def words(self) -> str:
        """The curve for those who cannot see it: "cost 3: 2, cost 4: 1"."""
        return formats.series(_("cost %(cost)s: %(n)s", cost=cost, n=n) for cost, n in enumerate(self.counts) if n)


def curve(deck: Sequence[Card]) -> Curve:
    """Return the mana curve of a deck, and what its cards cost on average."""
    counts = [0] * (DEAREST + 1)
    for card in deck:
        counts[min(card.cost, DEAREST)] += 1
    return Curve(tuple(counts), sum(card.cost for card in deck) / len(deck) if deck else 0.0)
