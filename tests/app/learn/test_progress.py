"""How far a guest is in the tutorial: stored in either database, never overwritten by a tab that is behind."""

import asyncio
from pathlib import Path

import pytest

from app.errors import AppError
from app.learn.models import LessonProgress
from app.learn.progress import ProgressService
from app.players.player import Player
from app.players.service import PlayerService
from app.store.database import Database
from app.store.group_commit import Writer
from app.store.migrate import migrate

MOVE = {"type": "play", "hand": 1, "lane": "top"}


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
    """Moves come back as they were; a lesson once done stays done when it is begun again; another guest has none."""
    bench = Bench(database_url)
    try:
        guest, other = await bench.guest(), await bench.guest()
        fresh = await bench.progress.get(guest, "hand")
        assert fresh == LessonProgress("hand")
        moved = fresh.moved((MOVE,), done=False)
        await bench.progress.keep(guest, fresh, moved)
        assert await bench.progress.get(guest, "hand") == LessonProgress("hand", 1, (MOVE,), done=False)
        done = moved.moved((MOVE, MOVE), done=True)
        await bench.progress.keep(guest, moved, done)
        await bench.progress.keep(guest, done, done.moved((), done=False))
        assert await bench.progress.of(guest) == {"hand": LessonProgress("hand", 3, (), done=True)}
        assert await bench.progress.of(other) == {}
        await bench.progress.forget(guest)
        assert await bench.progress.of(guest) == {}
    finally:
        await bench.close()


async def test_only_one_of_two_tabs_moves_on(database_url: str) -> None:
    """Two tabs that know the same state move at once: one is stored, the other hears that it is behind."""
    bench = Bench(database_url)
    try:
        guest = await bench.guest()
        for before in (LessonProgress("mana"), LessonProgress("mana", 1, (MOVE,))):
            after = before.moved((*before.moves, MOVE), done=False)
            outcomes = await asyncio.gather(
                *(bench.progress.keep(guest, before, after) for _ in range(2)), return_exceptions=True
            )
            refusals = [outcome for outcome in outcomes if outcome is not None]
            assert [getattr(refusal, "code", refusal) for refusal in refusals] == ["stale_seq"]
            assert await bench.progress.get(guest, "mana") == after
    finally:
        await bench.close()


async def test_a_stranger_has_no_progress(tmp_path: Path) -> None:
    """For a guest whom the database does not know nothing is stored, and it is told."""
    bench = Bench(f"sqlite:///{tmp_path}/test.db")
    try:
        stranger = Player("nobody", "Nobody")
        with pytest.raises(AppError):
            await bench.progress.keep(stranger, LessonProgress("hand"), LessonProgress("hand", 1))
        assert await bench.progress.of(stranger) == {}
    finally:
        await bench.close()
