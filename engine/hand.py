"""The hand with the fortress in it: damage, falls, healing, cards that come and go (R1.3, section 6)."""

from __future__ import annotations

from engine.cards import Card
from engine.events import Reason
from engine.log import Log
from engine.position import OVER, Position, Side
from engine.seat import Seat, Winner, other


class MatchEnded(Exception):
    """The match has just ended, possibly in the middle of an action (R5.9)."""


def end(position: Position, winner: Winner, reason: Reason, log: Log) -> MatchEnded:
    """Mark the match as over; return the exception that unwinds the rules in progress."""
    position.winner = winner
    position.reason = reason
    position.phase = OVER
    position.pending = None
    log.over(winner, reason)
    return MatchEnded()


def card_index(side: Side, place: int) -> int | None:
    """Return the card at a place of the hand, fortress included; None for the fortress."""
    if place == side.fort_at:
        return None
    return place if place < side.fort_at else place - 1


def place_of(side: Side, index: int) -> int:
    """Return the place in the hand, fortress included, of card `index`."""
    return index if index < side.fort_at else index + 1


def card_at(side: Side, place: int) -> Card:
    """Return the card at a place of the hand that is not the fortress's."""
    index = card_index(side, place)
    assert index is not None, "the fortress is no card"
    return side.hand[index]


def add(side: Side, card: Card, seat: Seat, log: Log) -> None:
    """Add a card at the far right, known to everybody, as it was before (R5.7, R4.7)."""
    side.hand.append(card)
    log.returned(seat, card, len(side.hand))


def take(side: Side, index: int) -> Card:
    """Take card `index` from the hand, which closes up."""
    if index < side.fort_at:
        side.fort_at -= 1
    return side.hand.pop(index)


def wound_fortress(position: Position, seat: Seat, wounds: int, log: Log) -> None:
    """Move the fortress right by so many wounds; at the far right it falls, wounds left over are lost (R6.1-R6.3)."""
    side = position.sides[seat]
    before = side.fort_at
    side.fort_at = min(before + wounds, len(side.hand))
    if before != side.fort_at:
        log.fortress_moved(seat, side, before)
    check_far_right(position, seat, log)


def check_far_right(position: Position, seat: Seat, log: Log) -> None:
    """Let a fortress at the far right fall, however it came there (R6.2-R6.4)."""
    side = position.sides[seat]
    if side.pile is not None or side.fort_at < len(side.hand):
        return
    if not side.is_fort:
        _turn_to_fort(side, seat, log)
    if side.fort_at >= len(side.hand):
        log.fort_fell(seat)
        raise end(position, other(seat), "fort", log)


def _turn_to_fort(side: Side, seat: Seat, log: Log) -> None:
    side.is_fort = True
    before, side.fort_at = side.fort_at, 0
    log.bastion_fell(seat)
    if not side.hand:
        side.fort_at = before
    elif before:
        log.fortress_moved(seat, side, before)


def regenerate(position: Position, seat: Seat, steps: int, log: Log) -> None:
    """Move the player's fortress left, one step per wounded target (Regeneration, I10); the automaton has none."""
    side = position.sides[seat]
    while side.pile is None and steps:
        if side.fort_at:
            taken = min(steps, side.fort_at)
            log.regeneration(seat, taken)
            for _ in range(taken):
                before = side.fort_at
                side.fort_at -= 1
                log.fortress_moved(seat, side, before)
        elif side.is_fort:
            taken = 1
            side.is_fort = False
            side.fort_at = len(side.hand) - 1
            log.fort_turned(seat, side)
        else:  # a Bastion at the far left stays
            return
        steps -= taken
