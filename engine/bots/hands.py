"""A hand with its fortress as a search uses it: a value that never changes, and one object for equal ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.cards import Card
from engine.position import Side


class Wounds(NamedTuple):
    """Wounds at the fortress."""

    amount: int


class Healing(NamedTuple):
    """Steps of the fortress to the left, by Regeneration."""

    amount: int


class Return(NamedTuple):
    """A card that comes to the far right of the hand."""

    card: Card


class ChampionAside(NamedTuple):
    """The Champion leaves play."""


HandStep = Wounds | Healing | Return | ChampionAside
"""One effect of an assault or an incantation on a hand."""


class Hand:
    """The cards of one side without the fortress, the fortress among them, and the state of its Champion (R9)."""

    __slots__ = ("cards", "fort_at", "is_fort", "champion", "ready", "in_play", "gone", "turned")

    def __init__(
        self, cards: tuple[Card, ...], fort_at: int, is_fort: bool, champion: Card | None, ready: bool, in_play: bool
    ) -> None:
        self.cards = cards
        self.fort_at = fort_at
        self.is_fort = is_fort
        self.champion = champion
        self.ready = ready
        self.in_play = in_play
        self.gone: dict[int, Hand] = {}
        self.turned: dict[int, Hand] = {}

    def after(self, steps: Sequence[HandStep]) -> Hand | None:
        """Return the hand after these steps, one by one (`engine/hand.py`); None where the Fort falls."""
        if not steps:
            return self
        cards, fort_at, is_fort = self.cards, self.fort_at, self.is_fort
        ready, in_play = self.ready, self.in_play
        for step in steps:
            if type(step) is Return:
                cards = (*cards, step.card)
            elif type(step) is Wounds:
                fort_at += step.amount
                if fort_at >= len(cards):
                    if is_fort or not cards:
                        return None
                    is_fort, fort_at = True, 0
            elif type(step) is Healing:
                for _ in range(step.amount):
                    if fort_at:
                        fort_at -= 1
                    elif is_fort:
                        is_fort, fort_at = False, len(cards) - 1
            else:
                ready = in_play = False
        return Hand(cards, fort_at, is_fort, self.champion, ready, in_play)

    def gets_ready(self, cost: int) -> bool:
        """True if the Champion gets ready when a card of this cost is played (R9.5)."""
        return self.champion is not None and self.champion.cost == cost and not self.ready and not self.in_play


class Hands:
    """The hands that one search has met: equal ones are the same object, so that they are compared at once."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[tuple[tuple[Card, ...], int, bool, bool, bool, Card | None], Hand] = {}

    def of(self, side: Side) -> Hand:
        """Return the hand of a side of a position."""
        return self.known(Hand(tuple(side.hand), side.fort_at, side.is_fort, side.champion, side.ready, side.in_play))

    def known(self, hand: Hand) -> Hand:
        """Return the hand that equals this one."""
        key = (hand.cards, hand.fort_at, hand.is_fort, hand.ready, hand.in_play, hand.champion)
        return self._known.setdefault(key, hand)

    def without(self, hand: Hand, index: int) -> Hand:
        """Return the hand after card `index` has left it; the cards close up."""
        found = hand.gone.get(index)
        if found is None:
            cards = hand.cards[:index] + hand.cards[index + 1 :]
            fort_at = hand.fort_at - 1 if index < hand.fort_at else hand.fort_at
            left = Hand(cards, fort_at, hand.is_fort, hand.champion, hand.ready, hand.in_play)
            found = hand.gone[index] = self.known(left)
        return found

    def turned(self, hand: Hand, index: int) -> Hand:
        """Return the hand after card `index` has gone to the far right (R4.7)."""
        found = hand.turned.get(index)
        if found is None:
            left = self.without(hand, index)
            cards = (*left.cards, hand.cards[index])
            moved = Hand(cards, left.fort_at, hand.is_fort, hand.champion, hand.ready, hand.in_play)
            found = hand.turned[index] = self.known(moved)
        return found
