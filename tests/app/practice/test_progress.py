"""The progress of a guest in exercises: stored in either database, never overwritten by a tab that is behind."""

import asyncio
from datetime import date
from pathlib import Path

import pytest
import sqlalchemy as sa

from app.errors import AppError
from app.helpers.process import HelperProcess
from app.players.player import Player
from app.players.service import PlayerService
from app.practice.models import Progress
from app.practice.progress import ProgressService
from app.puzzles import service
from app.puzzles.service import PuzzleService
from app.store.database import Database
from app.store.group_commit import Writer
from app.store.migrate import migrate

MOVE = {"type": "play", "hand": 1, "lane": "top"}
DAY = date(2022, 12, 31)


class Bench:
    """A database with one guest."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)
        migrate(self.database.engine)
        self.writer = Writer(self.database)
        self.writer.start()
        self.progress = ProgressService(self.database, self.writer)

    async def guest(self) -> Player:
        """Return a new guest."""
        return await PlayerService(self.database, self.writer, "secret").create(None)

    async def close(self) -> None:
        """Let go of the database."""
        await self.writer.stop()
        self.database.close()


async def test_progress_is_kept_and_forgotten(database_url: str) -> None:
    """Moves come back as they were; an exercise once done stays done; another guest has none, nor has another kind."""
    bench = Bench(database_url)
    try:
        guest, other = await bench.guest(), await bench.guest()
        fresh = await bench.progress.get(guest, "lesson", "hand")
        assert fresh == Progress("lesson", "hand")
        moved = fresh.moved((MOVE,))
        await bench.progress.keep(guest, fresh, moved)
        assert await bench.progress.get(guest, "lesson", "hand") == Progress("lesson", "hand", 1, (MOVE,))
        assert await bench.progress.done(guest, "lesson") == set()
        done = moved.moved((MOVE, MOVE), done=True)
        await bench.progress.keep(guest, moved, done)
        await bench.progress.keep(guest, done, done.moved(()))
        assert await bench.progress.get(guest, "lesson", "hand") == Progress("lesson", "hand", 3, (), done=True)
        assert await bench.progress.done(guest, "lesson") == {"hand"}
        assert await bench.progress.done(guest, "puzzle") == await bench.progress.done(other, "lesson") == set()
        puzzle = Progress("puzzle", "hand")
        await bench.progress.keep(guest, puzzle, puzzle.moved((), done=True))
        await bench.progress.forget(guest, "lesson")
        assert await bench.progress.get(guest, "lesson", "hand") == fresh
        assert await bench.progress.done(guest, "puzzle") == {"hand"}
    finally:
        await bench.close()


async def test_only_one_of_two_tabs_moves_on(database_url: str) -> None:
    """Two tabs that know the same state move at once: one is stored, the other hears that it is behind."""
    bench = Bench(database_url)
    try:
        guest = await bench.guest()
        for before in (Progress("lesson", "mana"), Progress("lesson", "mana", 1, (MOVE,))):
            after = before.moved((*before.moves, MOVE))
            outcomes = await asyncio.gather(
                *(bench.progress.keep(guest, before, after) for _ in range(2)), return_exceptions=True
            )
            refusals = [outcome for outcome in outcomes if outcome is not None]
            assert [getattr(refusal, "code", refusal) for refusal in refusals] == ["stale_seq"]
            assert await bench.progress.get(guest, "lesson", "mana") == after
    finally:
        await bench.close()


async def test_the_day_is_noted_once_and_only_with_the_move(database_url: str) -> None:
    bench = Bench(database_url)
    puzzles = PuzzleService(bench.database, HelperProcess("puzzles", service.prepare))
    try:
        guest, other = await bench.guest(), await bench.guest()

        def note(connection: sa.Connection) -> None:
            puzzles.note_day(connection, guest, DAY)

        fresh = Progress("puzzle", "win-1")
        done = fresh.moved((), done=True)
        with pytest.raises(AppError):
            await bench.progress.keep(guest, done, done.moved(()), note)
        assert await puzzles.days(guest) == set()
        await bench.progress.keep(guest, fresh, done, note)
        await bench.progress.keep(guest, done, done.moved(()), note)
        assert (await puzzles.days(guest), await puzzles.days(other)) == ({DAY}, set())
    finally:
        await bench.close()


async def test_a_stranger_has_no_progress(tmp_path: Path) -> None:
    """For a guest whom the database does not know nothing is stored, and it is told."""
    bench = Bench(f"sqlite:///{tmp_path}/test.db")
    try:
        stranger = Player("nobody", "Nobody")
        with pytest.raises(AppError):
            await bench.progress.keep(
                stranger, Progress("lesson", "hand"), Progress("lesson", "hand", 1, (), done=True)
            )
        assert await bench.progress.done(stranger, "lesson") == set()
    finally:
        await bench.close()
