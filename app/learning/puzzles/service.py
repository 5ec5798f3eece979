"""Judges tries, knows how hard puzzles are, and keeps the days on which guests solved the puzzle of the day."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from datetime import date
from typing import Final

import sqlalchemy as sa

from app.base.store.database import Database
from app.learning.practice.models import exercises
from app.learning.puzzles import puzzle_run
from app.learning.puzzles.models import days
from app.learning.puzzles.solve_rates import SolveCount, difficulties
from app.matches.helpers.process import HelperProcess
from app.people.players.player import Player
from engine.bots.puzzles import Answer, Puzzle

COUNTED_EVERY: Final = 3600.0
"""Seconds for which a count of visitors' solutions holds: it reads all exercises."""


def prepare() -> None:
    """Begin as a process that judges: the puzzles are read once."""
    puzzle_run.by_id()


class PuzzleService:
    """The only writer of those days. Tries are judged in a helper process."""

    def __init__(self, database: Database, judge: HelperProcess) -> None:
        self._database = database
        self._judge = judge
        self._difficulties: dict[str, int] = {}
        self._counted_at = -math.inf

    async def judge(self, puzzle_id: str, moves: Sequence[Answer]) -> list[Answer] | None:
        """Return the answer to a wrong turn, None if it reaches the goal."""
        return await self._judge.run(puzzle_run.judge, puzzle_id, list(moves))

    def difficulty(self, puzzle: Puzzle) -> int:
        """The difficulty of a puzzle by the last count of visitors' solutions."""
        return self._difficulties.get(puzzle.id, puzzle.difficulty)

    async def count(self) -> None:
        """Count visitors' solutions, unless that was done lately."""
        if time.monotonic() < self._counted_at + COUNTED_EVERY:
            return
        self._counted_at = time.monotonic()  # requests in the meantime need not wait
        solved = sa.func.sum(sa.case((exercises.c.done, 1), else_=0))
        columns = (exercises.c.name, sa.func.count().label("begun"), solved.label("solved"))
        query = sa.select(*columns).where(exercises.c.kind == "puzzle").group_by(exercises.c.name)
        counts = {row.name: SolveCount(row.begun, row.solved) for row in await self._database.rows(query)}
        self._difficulties = difficulties(puzzle_run.by_id().values(), counts)

    async def days(self, player: Player) -> set[date]:
        """Return the days on which a guest solved the puzzle of the day."""
        query = sa.select(days.c.day).where(days.c.player_id == player.id)
        return {date.fromisoformat(day) for day in await self._database.values(query)}

    def recording(self, player: Player, day: date) -> Callable[[sa.Connection], None]:
        """Return the write that stores that a guest has solved the puzzle of this day. Idempotent."""
        values = {"player_id": player.id, "day": day.isoformat()}
        known = sa.select(days.c.day).filter_by(**values)

        def record(connection: sa.Connection) -> None:
            if connection.execute(known).first() is None:
                connection.execute(sa.insert(days).values(**values))

        return record
