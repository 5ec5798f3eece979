"""The two seats of a match, and its viewers."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, TypeVar

Seat = Literal["A", "B"]
"""A player's place at the table."""
Viewer = Seat | None
"""The player at a seat, or None for a spectator."""
Winner = Seat | Literal["draw"]

SEATS: tuple[Seat, Seat] = ("A", "B")

T = TypeVar("T")
BySeat: TypeAlias = dict[Seat, T]
"""One value for each of the two players, A's first. A plain dict, because nothing else is as fast and as ready for
JSON."""

ALONE: Final = "A"
"""The seat of a solo player."""
AUTOMATON: Final = "B"
"""The automaton's seat."""


def other(seat: Seat) -> Seat:
    """Return the opposite seat."""
    return "B" if seat == "A" else "A"
