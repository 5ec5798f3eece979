"""Keeps how far guests are in puzzles, and the days on which they solved the puzzle of the day; judges their tries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date

import orjson
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from starlette.requests import HTTPConnection

from app.errors import AppError
from app.helpers.process import HelperProcess
from app.players.player import Player
from app.puzzles import puzzle_run
from app.puzzles.models import PuzzleProgress, days, tries
from app.store.database import Database, StoredRow
from app.store.group_commit import Writer
from engine.bots.puzzles import Answer

_INSERT = sa.insert(tries)


def prepare() -> None:
    """Begin as a process that judges: the puzzles are read once."""
    puzzle_run.by_id()


class PuzzleKeeper:
    """The only writer of tries and days. Tries are judged in a process beside the server."""

    def __init__(self, database: Database, writer: Writer, judge: HelperProcess) -> None:
        self._database = database
        self._writer = writer
        self._judge = judge

    async def judge(self, puzzle_id: str, moves: Sequence[Answer]) -> tuple[bool, list[Answer]]:
        """Return whether a turn reaches the goal, and if not, what answers it."""
        return await self._judge.run(puzzle_run.judge, puzzle_id, list(moves))

    async def get(self, player: Player, puzzle_id: str) -> PuzzleProgress:
        """Return a guest's progress in one puzzle."""
        query = sa.select(tries).where(tries.c.player_id == player.id, tries.c.puzzle_id == puzzle_id)
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return _progress(row) if row is not None else PuzzleProgress(puzzle_id)

    async def solved(self, player: Player) -> set[str]:
        """Return the ids of the puzzles that a guest has solved."""
        query = sa.select(tries.c.puzzle_id).where(tries.c.player_id == player.id, tries.c.solved)
        return set(await self._database.read(lambda connection: connection.execute(query).scalars().all()))

    async def days(self, player: Player) -> set[date]:
        """Return the days on which a guest solved the puzzle of the day."""
        query = sa.select(days.c.day).where(days.c.player_id == player.id)
        found = await self._database.read(lambda connection: connection.execute(query).scalars().all())
        return {date.fromisoformat(day) for day in found}

    async def keep(
        self, player: Player, before: PuzzleProgress, after: PuzzleProgress, day: date | None = None
    ) -> None:
        """Store `after`, and `day` as one on which the puzzle of the day was solved.

        Raises AppError(stale_seq, 409) if the puzzle has gone on since `before` in another tab.
        """
        values = {"seq": after.seq, "moves": _stored(after.moves), "state": after.state, "solved": after.solved}
        mine = (tries.c.player_id == player.id) & (tries.c.puzzle_id == after.id)
        change = sa.update(tries).where(mine, tries.c.seq == before.seq).values(**values)

        def write(connection: sa.Connection) -> bool:
            if not connection.execute(change).rowcount:
                if before.seq:
                    return False
                connection.execute(_INSERT, {"player_id": player.id, "puzzle_id": after.id, **values})
            if day is not None:
                _note_day(connection, player, day)
            return True

        try:
            kept = await self._writer.job(write)
        except IntegrityError:
            kept = False
        if not kept:
            raise AppError("stale_seq", 409, seq=(await self.get(player, after.id)).seq)


def _note_day(connection: sa.Connection, player: Player, day: date) -> None:
    values = {"player_id": player.id, "day": day.isoformat()}
    known = sa.select(days.c.day).filter_by(**values)
    if connection.execute(known).first() is None:
        connection.execute(sa.insert(days).values(**values))


def _stored(moves: Sequence[Answer]) -> str:
    return orjson.dumps([asdict(move) for move in moves]).decode()


def _progress(row: StoredRow) -> PuzzleProgress:
    moves = tuple(Answer(move["by"], move["action"]) for move in orjson.loads(row.moves))
    return PuzzleProgress(row.puzzle_id, row.seq, moves, row.state, row.solved)


def puzzle_keeper(connection: HTTPConnection) -> PuzzleKeeper:
    """Return the application's keeper of puzzles."""
    keeper: PuzzleKeeper = connection.app.state.puzzles
    return keeper
