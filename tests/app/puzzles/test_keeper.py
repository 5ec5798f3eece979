"""How far a guest is in puzzles, in either database: never overwritten by a tab that is behind, each day noted once."""

import asyncio
from datetime import date

from app.helpers.process import HelperProcess
from app.players.service import PlayerService
from app.puzzles import keeper
from app.puzzles.keeper import PuzzleKeeper
from app.puzzles.models import DONE, GOING, PuzzleProgress
from app.store.database import Database
from app.store.group_commit import Writer
from app.store.migrate import migrate
from engine.bots.puzzles import Answer

MOVE = Answer("A", {"type": "play", "hand": 1, "lane": "top"})
DAY = date(2022, 12, 31)


async def test_tries_and_days_are_kept(database_url: str) -> None:
    database = Database(database_url)
    migrate(database.engine)
    writer = Writer(database)
    writer.start()
    kept = PuzzleKeeper(database, writer, HelperProcess("puzzles", keeper.prepare))
    try:
        people = PlayerService(database, writer, "secret")
        guest, other = await people.create(None), await people.create(None)
        fresh = await kept.get(guest, "win-1")
        assert fresh == PuzzleProgress("win-1")
        moved = fresh.moved((MOVE,), GOING)
        outcomes = await asyncio.gather(
            *(kept.keep(guest, fresh, moved) for _ in range(2)), return_exceptions=True
        )  # two tabs at once
        assert [getattr(each, "code", each) for each in outcomes if each is not None] == ["stale_seq"]
        assert await kept.get(guest, "win-1") == moved
        done = moved.moved((MOVE, MOVE), DONE)
        await kept.keep(guest, moved, done, DAY)
        afresh = done.moved((), GOING)
        await kept.keep(guest, done, afresh, DAY)
        assert await kept.get(guest, "win-1") == PuzzleProgress("win-1", 3, (), GOING, solved=True)
        assert (await kept.solved(guest), await kept.days(guest)) == ({"win-1"}, {DAY})
        assert (await kept.solved(other), await kept.days(other)) == (set(), set())
    finally:
        await writer.stop()
        database.close()
