"""Creatures leave play and their cards go home (R5.7, R5.8, Mercenary, Champions, Symbiote pairs)."""

from __future__ import annotations

from engine import hand, realm
from engine.abilities import MERCENARY
from engine.cards import Card
from engine.log import Log
from engine.position import Creature, Position, Then
from engine.seat import Seat, other

Spot = tuple[int, int, Creature]


class NeedsOrder(Exception):
    """2021: the owner must order the cards that return together before anything continues (R5.8).

    On its way up, each caller adds to `then` what it has left to do.
    """

    def __init__(self, owner: Seat, cards: tuple[Card, ...]) -> None:
        super().__init__()
        self.owner = owner
        self.cards = cards
        self.then: Then = {}
        self.revealed: Card | None = None


def deliver(position: Position, seat: Seat, card: Card, mercenary: bool, log: Log) -> None:
    """Send a card of the player at `seat` home: to the far right of the hand, with Mercenary to the other side (I8).

    The automaton's cards go to its discard (R10.4); what a Mercenary brings it lies on top of its pile.
    """
    goal = other(seat) if mercenary else seat
    side = position.sides[goal]
    if side.pile is None:
        hand.add(side, card, goal, log)
    elif mercenary:
        side.pile.insert(0, card)
        log.to_pile(card)
    else:
        side.discard.append(card)
        log.to_discard(card)


def destroyed(position: Position, seat: Seat, spots: list[Spot], log: Log) -> None:
    """Destroy the creatures at `spots` of the realm of `seat` together.

    They leave at once, and their cards return in the order of R5.8 (2022); raises NeedsOrder where a human owner
    orders two or more of them (2021).
    """
    side = position.sides[seat]
    ordered = realm.return_order(spots) if len(spots) > 1 else spots
    for lane, index, creature in ordered:
        del side.lanes[lane][index]
        log.destroyed(seat, lane, index, creature)
    if len(ordered) > 1 and position.edition.owner_orders and side.pile is None:
        raise NeedsOrder(seat, tuple(creature.card for _, _, creature in ordered))
    for _, _, creature in ordered:
        _go_home(position, seat, creature, log)


def _go_home(position: Position, seat: Seat, creature: Creature, log: Log) -> None:
    side = position.sides[seat]
    mercenary = bool(creature.flags & MERCENARY)
    both = (creature.card,) if creature.over is None else (creature.over, creature.card)
    for card in both:
        if creature.champion and side.champion is not None and card.key == side.champion.key:
            side.in_play = side.ready = False
            log.aside(seat, card)
        else:
            deliver(position, seat, card, mercenary, log)
