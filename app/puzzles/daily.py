"""The puzzle of the day, and how many days in a row a guest has solved it. Days are those of UTC;
a try counts for the day on which it begins.

The goals alternate; Mondays have easy puzzles, the other days the rest. A day chooses among the puzzles that existed
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

EASY: Final = 2
"""The highest difficulty of a Monday's puzzle, as computed: what visitors solve changes no day."""
WEEK: Final = 7
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


def open_days() -> set[date]:
    """Return the days that a try may count for if it begins now: just after midnight the one before, too."""
    return {now().date(), (now() - GRACE).date()}


@lru_cache(maxsize=8)
def puzzle_of(day: date) -> Puzzle:
    return chosen(puzzles.load(), day)


def chosen(known: Sequence[Puzzle], day: date) -> Puzzle:
    """Choose the puzzle of a day out of these: all of its kind in turn, in an order that follows from their ids."""
    goal = GOALS[day.toordinal() % len(GOALS)]
    easy = day.weekday() == 0
    kind = [puzzle for puzzle in known if _is_of(puzzle, goal, easy) and puzzle.since <= day.isoformat()]
    kind.sort(key=lambda puzzle: sha256(puzzle.id.encode()).hexdigest())
    return kind[_count(day, easy) % len(kind)]


def _is_of(puzzle: Puzzle, goal: Goal, easy: bool) -> bool:
    return puzzle.goal == goal and (puzzle.difficulty <= EASY) == easy


def _count(day: date, easy: bool) -> int:
    """The number of days of its kind before a day: with its goal, and Mondays or not."""
    ordinal = day.toordinal()
    same_goal = ordinal // len(GOALS)
    cycle = len(GOALS) * WEEK
    first = next(each for each in range(ordinal % len(GOALS), cycle, len(GOALS)) if each % WEEK == 1)  # day 1: a Monday
    mondays = max(0, -(-(ordinal - first) // cycle))
    return mondays if easy else same_goal - mondays


def streak(solved: Collection[date], now: date) -> int:
    """The number of days solved in a row up to `now`; today may still be unsolved."""
    day = now if now in solved else now - timedelta(days=1)
    count = 0
    while day in solved:
        count += 1
        day -= timedelta(days=1)
    return count
