"""Fingerprints: numbers of positions as everybody sees them, the same in every process.

Cards count by their print, not by the players who have seen them.
"""

from __future__ import annotations

from zlib import crc32

from engine.position import Creature, Lane, Position, Side
from engine.seat import other

Key = tuple[object, ...]


def fingerprint_of(position: Position) -> int:
    """Return the fingerprint of a position before the assault."""
    seat = position.active
    own, foe = position.sides[seat], position.sides[other(seat)]
    key: Key = (hand_key(own), own.fort_at, own.is_fort, foe.fort_at, foe.is_fort, len(foe.hand))
    lanes = tuple(lane_key(lane) for side in position.sides.values() for lane in side.lanes)
    return crc32(repr((key, lanes)).encode())


def hand_key(side: Side) -> Key:
    """Return the cards of a hand from left to right, the fortress left out."""
    return tuple([card.key for card in side.hand])


def lane_key(lane: Lane) -> Key:
    """Return the creatures of a lane from the bridge to the rear."""
    return tuple([_creature_key(creature) for creature in lane])


def _creature_key(one: Creature) -> object:
    """Return the state of a creature; the card's key for one that is fresh from the hand."""
    if one.new and one.over is None and not (one.wounds or one.hit or one.done or one.champion):
        return one.card.key
    over = None if one.over is None else one.over.key
    return (one.card.key, over, one.wounds, one.new, one.done, one.hit, one.sprint, one.champion)
