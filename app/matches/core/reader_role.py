"""`ReaderRole`: how somebody looks at a match, by what they are to it. It stays the same while only cards move."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.match import Match
from engine.seat import Seat, Viewer

Sides = Literal["A", "B", "AB"]
"""Seats whose hands somebody sees, or the sides that something is about."""


class ReaderRole(NamedTuple):
    """A player at `seat`, a coach who sees `hands`, or with neither a spectator.

    `part` is a player's place in a pair at two devices (H12): 0 for who takes the side's first turn, else 1.
    """

    seat: Viewer = None
    part: int | None = None
    hands: Sides | None = None

    def is_awaited(self, match: Match) -> bool:
        """Return whether the reader, not the partner, acts for their side."""
        return self.part is None or self.seat is None or acting_part(match, self.seat) in (None, self.part)


def acting_part(match: Match, seat: Seat) -> int | None:
    """Return who of a pair acts for a side (H12): in its turns alternately, between them who has the next one.

    None before the first turn: either of them.
    """
    position = match.position
    if position is None:
        return None
    return part_in(position.turn if position.active == seat else position.turn + 1)


def part_in(turn: int) -> int:
    """Return who of a pair takes this turn of the match, if it is their side's."""
    return (turn - 1) // 2 % 2
