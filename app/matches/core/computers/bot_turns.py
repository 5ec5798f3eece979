"""Claims on the turns of bots: one worker plays a turn, and another takes over when that one dies.

A row of `bot_turns` says that a bot is to act in a match, and which worker plays for it. A worker that dies is struck
off the list of workers (see `sync.py`), and the database then empties the place: no clock is compared.
"""

from __future__ import annotations

import sqlalchemy as sa

from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.base.store.upsert import insert_into
from app.matches.core.storage.models import bot_turns

BATCH_SIZE = 100
"""Abandoned turns that are taken up in one read."""


class BotTurns:
    """The turns of bots that this worker has claimed."""

    def __init__(self, database: Database, writer: Writer, worker: str) -> None:
        self._database = database
        self._writer = writer
        self._worker = worker
        free = sa.or_(bot_turns.c.worker.is_(None), bot_turns.c.worker == worker)
        self._claim = (
            insert_into(database.engine, bot_turns)
            .values(worker=worker, match_id=sa.bindparam("id"))
            .on_conflict_do_update(index_elements=[bot_turns.c.match_id], set_={"worker": worker}, where=free)
            .returning(bot_turns.c.match_id)
        )
        self._release = sa.delete(bot_turns).where(
            bot_turns.c.match_id == sa.bindparam("id"), bot_turns.c.worker == worker
        )

    async def claim(self, match_id: str) -> bool:
        """True if this worker plays for the bot of this match from now on."""
        run = self._writer.job(lambda connection: connection.execute(self._claim, {"id": match_id}).one_or_none())
        return await run is not None

    async def release(self, match_id: str) -> None:
        """Let go of a match in which the bot has nothing to do any more."""
        await self._writer.job(lambda connection: connection.execute(self._release, {"id": match_id}))

    async def left(self) -> list[str]:
        """Return matches whose worker has died while a bot is to act."""
        query = sa.select(bot_turns.c.match_id).where(bot_turns.c.worker.is_(None)).limit(BATCH_SIZE)
        return await self._database.values(query)
