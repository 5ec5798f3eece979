"""The lanes: abilities as they are at this moment, Auras and the automaton's gift included (section 8)."""

from __future__ import annotations

from engine.position import Creature, Lane, Side


def flags_at(side: Side, lane: Lane, index: int) -> int:
    """Return the abilities of the creature at `index`: printed, lent by the Auras directly before and behind it, and
    given."""
    flags = lane[index].flags | side.gift
    if index:
        flags |= lane[index - 1].auras
    if index + 1 < len(lane):
        flags |= lane[index + 1].auras
    return flags


def index_of(lane: Lane, creature: Creature) -> int:
    """Return the index of this very creature in the lane, or -1."""
    for index, other in enumerate(lane):
        if other is creature:
            return index
    return -1


def count(side: Side) -> int:
    """Count the creatures that the side has in play."""
    return len(side.lanes[0]) + len(side.lanes[1])


def count_with(side: Side, flag: int) -> int:
    """Count the creatures of the side that have the ability at this moment."""
    return sum(1 for lane in side.lanes for index in range(len(lane)) if flags_at(side, lane, index) & flag)


def return_order(spots: list[tuple[int, int, Creature]]) -> list[tuple[int, int, Creature]]:
    """Sort (lane, index, creature) by R5.8 (2022): top lane from rear to bridge, then bottom lane."""
    return sorted(spots, key=lambda spot: (spot[0], -spot[1]))
