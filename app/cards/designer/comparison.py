"""The distance of the printed cards from the formula of R9.6."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from app.cards.designer.card_draft import halves
from engine import cards, design
from engine.cards import Card


@dataclass(frozen=True, slots=True)
class Comparison:
    """Counts of printed cards that cost exactly what the formula gives, or a half more or less; the rest by name."""

    exact: int
    dearer: int
    cheaper: int
    others: tuple[tuple[Card, str], ...]

    @property
    def total(self) -> int:
        """All printed cards."""
        return self.exact + self.dearer + self.cheaper + len(self.others)


@cache
def comparison() -> Comparison:
    """Return the comparison of all printed cards; of the others with what the formula gives."""
    half = Fraction(1, 2)
    costs = [(card, design.design_cost(card)) for card in cards.ALL.values()]
    away = [card.cost - cost for card, cost in costs]
    others = tuple((card, halves(cost)) for card, cost in costs if abs(card.cost - cost) > half)
    return Comparison(away.count(Fraction(0)), away.count(half), away.count(-half), others)
