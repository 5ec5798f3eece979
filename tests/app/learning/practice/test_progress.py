"""The progress of a guest in exercises: stored in either database, never overwritten by a tab that is behind."""

import asyncio
from datetime import date

import pytest
import sqlalchemy as sa

from app.base.errors import AppError
from app.learning.practice.exercise import Progress
from app.people.players.player import Player
from tests.support.service import worker

MOVE = {"type": "play", "hand": 1, "lane": "top"}
DAY = date(2022, 12, 31)


async def test_progress_is_kept_and_forgotten(database_url: str) -> None:
    """Moves come back as they were; an exercise once done stays done; another guest has none, nor has another kind."""
    async with worker(database_url) as site:
        guest, other = await site.people.players.create(None), await site.people.players.create(None)
        fresh = await site.learning.progress.get(guest, "lesson", "hand")
        assert fresh == Progress("lesson", "hand")
        moved = fresh.moved((MOVE,))
        await site.learning.progress.keep(guest, fresh, moved)
        assert await site.learning.progress.get(guest, "lesson", "hand") == Progress("lesson", "hand", 1, (MOVE,))
        assert await site.learning.progress.done(guest, "lesson") == set()
        done = moved.moved((MOVE, MOVE), done=True)
        await site.learning.progress.keep(guest, moved, done)
        await site.learning.progress.keep(guest, done, done.moved(()))
        assert await site.learning.progress.get(guest, "lesson", "hand") == Progress("lesson", "hand", 3, (), done=True)
        assert await site.learning.progress.done(guest, "lesson") == {"hand"}
        assert (
            await site.learning.progress.done(guest, "puzzle")
            == await site.learning.progress.done(other, "lesson")
            == set()
        )
        puzzle = Progress("puzzle", "hand")
        await site.learning.progress.keep(guest, puzzle, puzzle.moved((), done=True))
        await site.learning.progress.forget(guest, "lesson")
        assert await site.learning.progress.get(guest, "lesson", "hand") == fresh
        assert await site.learning.progress.done(guest, "puzzle") == {"hand"}


async def test_only_one_of_two_tabs_moves_on(database_url: str) -> None:
    """Two tabs that know the same state move at once: one is stored, the other is refused as outdated."""
    async with worker(database_url) as site:
        guest = await site.people.players.create(None)
        for before in (Progress("lesson", "mana"), Progress("lesson", "mana", 1, (MOVE,))):
            after = before.moved((*before.moves, MOVE))
            outcomes = await asyncio.gather(
                *(site.learning.progress.keep(guest, before, after) for _ in range(2)), return_exceptions=True
            )
            refusals = [outcome for outcome in outcomes if outcome is not None]
            assert [getattr(refusal, "code", refusal) for refusal in refusals] == ["stale_seq"]
            assert await site.learning.progress.get(guest, "lesson", "mana") == after


async def test_the_day_is_recorded_once_and_only_with_the_move(sqlite: str) -> None:
    async with worker(sqlite) as site:
        guest, other = await site.people.players.create(None), await site.people.players.create(None)

        def note(connection: sa.Connection) -> None:
            site.learning.puzzles.recording(guest, DAY)(connection)

        fresh = Progress("puzzle", "win-1")
        done = fresh.moved((), done=True)
        with pytest.raises(AppError):
            await site.learning.progress.keep(guest, done, done.moved(()), note)
        assert await site.learning.puzzles.days(guest) == set()
        await site.learning.progress.keep(guest, fresh, done, note)
        await site.learning.progress.keep(guest, done, done.moved(()), note)
        assert (await site.learning.puzzles.days(guest), await site.learning.puzzles.days(other)) == ({DAY}, set())


async def test_a_stranger_has_no_progress(sqlite: str) -> None:
    """For a guest unknown to the database nothing is stored, and the page gets a refusal."""
    async with worker(sqlite) as site:
        stranger = Player("nobody", "Nobody")
        with pytest.raises(AppError):
            await site.learning.progress.keep(
                stranger, Progress("lesson", "hand"), Progress("lesson", "hand", 1, (), done=True)
            )
        assert await site.learning.progress.done(stranger, "lesson") == set()
