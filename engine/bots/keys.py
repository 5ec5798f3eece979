"""A hashable key of a position: equal for positions that play on alike.

Cards count by what is printed on them, not by who has seen them. A creature that has just been played and was not
touched since is its card's key alone, so that `turns.py` can tell the key of a play without making it.
"""

from __future__ import annotations

from engine.position import Creature, Lane, Position, Side
from engine.seat import Seat, other

Key = tuple[object, ...]
TableKey = tuple[int, int, bool, Key, Key, Key, object]
"""Mana, the fortress' place and side, the hand, both lanes of whoever plays, and the rest (`rest_key`)."""


def creature_key(creature: Creature) -> object:
    """Return what a creature is and has been through; the card's key for one that is fresh from the hand."""
    over = creature.over
    if creature.new and over is None and not (creature.wounds or creature.hit or creature.done or creature.champion):
        return creature.card.key
    return (
        creature.card.key,
        None if over is None else over.key,
        creature.wounds,
        creature.new,
        creature.done,
        creature.hit,
        creature.sprint,
        creature.champion,
    )


def lane_key(lane: Lane) -> Key:
    """Return the creatures of a lane from the bridge to the rear."""
    return tuple([creature_key(creature) for creature in lane])


def hand_key(side: Side) -> Key:
    """Return the cards of a hand from left to right, the fortress left out."""
    return tuple([card.key for card in side.hand])


def rest_key(position: Position, seat: Seat) -> Key:
    """Everything but the mana of `seat`, its hand with the fortress, and its lanes."""
    own, foe = position.sides[seat], position.sides[other(seat)]
    pending = position.pending
    return (
        position.phase,
        position.active,
        position.winner,
        own.ready,
        own.in_play,
        foe.ready,
        foe.in_play,
        foe.fort_at,
        foe.is_fort,
        hand_key(foe),
        lane_key(foe.lanes[0]),
        lane_key(foe.lanes[1]),
        None if foe.pile is None else len(foe.pile),
        None if pending is None else (pending.owner, tuple([card.key for card in pending.cards])),
    )


def table_key(position: Position, seat: Seat) -> TableKey:
    """Return the key of a position as `seat` plays its turn."""
    side = position.sides[seat]
    return (
        position.mana,
        side.fort_at,
        side.is_fort,
        hand_key(side),
        lane_key(side.lanes[0]),
        lane_key(side.lanes[1]),
        rest_key(position, seat),
    )


def position_key(position: Position) -> TableKey:
    """Return the key of a position, whoever is to act."""
    return table_key(position, position.active)
