"""Physical cards: every card of a match has an identity, by which it is known again wherever it goes (R2.5a).

An identity is a number within its match, given in the order of the places on the table, so that it reveals no faces;
two equal cards have two. It is kept with stored matches and never leaves the engine otherwise: no view, event, record
or error holds it or depends on it. Identities are kept as bits (`Card.bit`), sets of them as the bits of a whole
number, such as `Position.seen`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count

from engine.cards import Card, physical
from engine.position import Creature, Pending, Position, Side


def replace_cards(position: Position, other: Callable[[Card], Card]) -> None:
    """Put `other(card)` in the place of each card of the table, in the order of their places.

    A Champion in play is one card, though its side and a creature both name it.
    """
    for side in position.sides.values():
        side.hand = [other(card) for card in side.hand]
        if side.champion is not None:
            side.champion = other(side.champion)
        for lane in side.lanes:
            for creature in lane:
                if creature.champion:
                    _replace_in_play(side, creature, other)
                else:
                    creature.card = other(creature.card)
                    creature.over = None if creature.over is None else other(creature.over)
        side.pile = None if side.pile is None else [other(card) for card in side.pile]
        side.discard = [other(card) for card in side.discard]
    pending = position.pending
    if pending is not None:
        revealed = None if pending.revealed is None else other(pending.revealed)
        position.pending = Pending(
            pending.owner, tuple([other(card) for card in pending.cards]), pending.then, revealed
        )


def _replace_in_play(side: Side, creature: Creature, other: Callable[[Card], Card]) -> None:
    """Replace the cards of a creature in play: a Champion keeps its identity, also as part of a pair."""
    champion = side.champion

    def replaced(card: Card) -> Card:
        return champion if champion is not None and card.key == champion.key else other(card)

    creature.card = replaced(creature.card)
    creature.over = None if creature.over is None else replaced(creature.over)


def number(position: Position, numbers: Iterable[int]) -> None:
    """Give the cards of the table these identities, in the order of their places; too few raise StopIteration."""
    given = iter(numbers)
    replace_cards(position, lambda card: physical(card, next(given)))


def assign(position: Position) -> None:
    """Give the cards of a new table their identities; what lies open has been seen."""
    given = count()
    number(position, given)
    position.seen = (1 << next(given)) - 1 & ~_face_down(position)


def numbers(position: Position) -> list[int]:
    """Return the identities of the cards of the table, in the order of their places."""
    found: list[int] = []

    def note(card: Card) -> Card:
        found.append(card.bit.bit_length() - 1)
        return card

    replace_cards(position.clone(), note)
    return found


def _face_down(position: Position) -> int:
    first, second = position.sides.values()
    return bits_of(first.hand) | bits_of(second.hand if second.pile is None else second.pile)


def bits_of(cards: Iterable[Card]) -> int:
    """Return the set of these cards."""
    bits = 0
    for card in cards:
        bits |= card.bit
    return bits


def members(bits: int) -> list[int]:
    """Return the identities in a set, the lowest first."""
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


def set_of(identities: Iterable[int]) -> int:
    """Return the set of these identities."""
    bits = 0
    for identity in identities:
        bits |= 1 << identity
    return bits
