"""The puzzle of the day, and how many days in a row a guest has solved it. Days are those of UTC."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, date, datetime, timedelta
from functools import cache
from hashlib import sha256

from engine.bots import puzzles
from engine.bots.puzzles import Puzzle


def today() -> date:
    """Return the day that it is now."""
    return datetime.now(UTC).date()


def puzzle_of(day: date) -> Puzzle:
    """Return the puzzle of a day: all of them in turn, in an order that follows from their ids."""
    order = _order()
    return order[day.toordinal() % len(order)]


def streak(solved: Collection[date], now: date) -> int:
    """Return how many days in a row were solved up to `now`; a day that has not been solved yet breaks nothing."""
    day = now if now in solved else now - timedelta(days=1)
    count = 0
    while day in solved:
        count += 1
        day -= timedelta(days=1)
    return count


@cache
def _order() -> tuple[Puzzle, ...]:
    return tuple(sorted(puzzles.load(), key=lambda puzzle: sha256(puzzle.id.encode()).hexdigest()))
