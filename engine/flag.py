"""The end on time: whether the other player could still have won (H10). No clock is read here; the caller has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.abilities import SHARPENING
from engine.cards import Card
from engine.position import Position, Side
from engine.seat import Seat
from engine.turn import LAST_TURN

FLAG: Final = {"type": "flag"}
"""The end on time as it stands in a record, by the seat whose time is up. The caller has made sure of that."""


def could_win(position: Position, seat: Seat) -> bool:
    """True if `seat` could still win by plays of the game (H10).

    That takes a turn of their own, under way or to come before R7.2 ends the match, and a card that can hit a fortress.
    """
    turns_left = LAST_TURN - 1 - position.turn
    may_act = position.active == seat or turns_left > 0
    return may_act and any(_can_hit(card) for card in _cards_of(position.sides[seat]))


def _can_hit(card: Card) -> bool:
    """True if a card can hit a fortress: a creature can, and an incantation that has Sharpening."""
    return card.is_creature or bool(card.flags & SHARPENING)


def _cards_of(side: Side) -> Iterator[Card]:
    """Yield all cards of a player: of the hand, in play, and the Champion."""
    yield from side.hand
    for lane in side.lanes:
        for creature in lane:
            yield creature.card
    if side.champion is not None:
        yield side.champion
