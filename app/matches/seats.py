"""The two seats of a match, and who looks through them."""

from __future__ import annotations

from typing import Literal

Seat = Literal["A", "B"]
Viewer = Seat | None  # None is a spectator
SEATS: tuple[Seat, Seat] = ("A", "B")


def other(seat: Seat) -> Seat:
    """Return the opposite seat."""
    return "B" if seat == "A" else "A"
