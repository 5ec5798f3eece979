"""A rating's graph as it is drawn: points in a box of a fixed size, and the ratings at its edges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from app.contests.ratings.queries import RatingPoint

WIDTH, HEIGHT = 600, 160
STEP: Final = 50
"""The edges of the box are multiples of this."""


class DrawnGraph(NamedTuple):
    """A graph: its points, one match after the other whenever it was; its edges; the last point; its numbers."""

    path: str
    low: int
    high: int
    last: tuple[float, float]
    first_rating: int
    last_rating: int
    best: int
    matches: int


def drawn_graph(points: Sequence[RatingPoint]) -> DrawnGraph | None:
    """Return a graph of two points at least; else None."""
    if len(points) < 2:
        return None
    values = [point.rating for point in points]
    low, high = int(min(values) // STEP * STEP), int(-(-max(values) // STEP) * STEP)
    high = max(high, low + STEP)
    dots = [
        (WIDTH * number / (len(values) - 1), HEIGHT * (high - value) / (high - low))
        for number, value in enumerate(values)
    ]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in dots)
    return DrawnGraph(path, low, high, dots[-1], round(values[0]), round(values[-1]), round(max(values)), len(values))
