"""A hand with its fortress as a search uses it: a value that is never changed, and found again when it comes up
again."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.position import Side

Step = tuple[int, Card | None]
"""An arrival in a hand: a card that returns to it, or wounds at its fortress (below 0: healing); 0 and no card where
its Champion is set aside."""


class Hand:
    """The cards of one side without the fortress, the fortress among them, and how its Champion stands (R9)."""

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

    def after(self, steps: Sequence[Step]) -> Hand | None:
        """Return the hand after these steps, one by one (`engine/hand.py`); None where the Fort falls."""
        if not steps:
            return self
        cards, fort_at, is_fort = self.cards, self.fort_at, self.is_fort
        ready, in_play = self.ready, self.in_play
        for amount, card in steps:
            if card is not None:
                cards = (*cards, card)
            elif amount > 0:
                fort_at += amount
                if fort_at >= len(cards):
                    if is_fort or not cards:
                        return None
                    is_fort, fort_at = True, 0
            elif amount < 0:
                for _ in range(-amount):
                    if fort_at:
                        fort_at -= 1
                    elif is_fort:
                        is_fort, fort_at = False, len(cards) - 1
            else:
                ready = in_play = False
        return Hand(cards, fort_at, is_fort, self.champion, ready, in_play)


class Hands:
    """The hands that one search has met: equal ones are the same object, so that they can be told apart at once."""

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
        """Return the hand after card `index` has left it; the row closes up."""
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
