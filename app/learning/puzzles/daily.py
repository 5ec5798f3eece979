"""The puzzle of the day, and how many days in a row a guest has solved it. Days are those of UTC;
a try counts for the day on which it begins.

The goals alternate, and the week goes from easy to hard. A day chooses among the puzzles that existed
when it began, so that later puzzles do not change it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from hashlib import sha256
from typing import Final

from engine.bots import puzzles
from engine.bots.puzzles import GOALS, Goal, Puzzle

LEVELS: Final = (1, 2, 3, 3, 4, 5, 6)
"""The difficulty of each day of the week, Monday first, as computed: what visitors solve changes no day."""
EASY: Final = 2
"""The highest difficulty for somebody who has solved none."""
GRACE: Final = timedelta(minutes=10)
"""A page that was opened before midnight keeps what it says for so long."""


def now() -> datetime:
    return datetime.now(UTC)


def today() -> date:
    return now().date()


def left(day: date) -> float:
    """Return the seconds for which a try that begins counts for this day, which is one of the open days."""
    ends = datetime.combine(day + timedelta(days=1), time(), UTC)
    at = now()
    return ((ends if at < ends else ends + GRACE) - at).total_seconds()


def before(day: date) -> Puzzle:
    """Return the puzzle of the day before."""
    return puzzle_of(day - timedelta(days=1))


def open_days() -> set[date]:
    """Return the days that a try may count for if it begins now: just after midnight the one before, too."""
    return {now().date(), (now() - GRACE).date()}


@lru_cache(maxsize=8)
def puzzle_of(day: date) -> Puzzle:
    return chosen(puzzles.load(), day)


def chosen(known: Sequence[Puzzle], day: date) -> Puzzle:
    """Choose the puzzle of a day out of these: all of its kind in turn, in an order that follows from their ids."""
    goal, level = _kind_of(day.toordinal())
    kind = [each for each in known if (each.goal, each.difficulty) == (goal, level) and each.since <= day.isoformat()]
    kind.sort(key=lambda puzzle: sha256(puzzle.id.encode()).hexdigest())
    return kind[_count(day.toordinal()) % len(kind)]


def _kind_of(ordinal: int) -> tuple[Goal, int]:
    return GOALS[ordinal % len(GOALS)], LEVELS[(ordinal - 1) % len(LEVELS)]  # day 1 is a Monday


def _count(ordinal: int) -> int:
    """Return the number of days of its kind before a day: the kinds come again in a cycle."""
    cycle, kind = len(GOALS) * len(LEVELS), _kind_of(ordinal)
    in_cycle = [day for day in range(1, cycle + 1) if _kind_of(day) == kind]
    rounds, rest = divmod(ordinal - 1, cycle)
    return rounds * len(in_cycle) + sum(day <= rest for day in in_cycle)


def streak(solved: Collection[date], now: date) -> int:
    """The number of days solved in a row up to `now`; today may still be unsolved."""
    day = now if now in solved else now - timedelta(days=1)
    count = 0
    while day in solved:
        count += 1
        day -= timedelta(days=1)
    return count
