"""Keeps how far guests are in the tutorial, so that it can be left and taken up again."""

from __future__ import annotations

import orjson
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from starlette.requests import HTTPConnection

from app.errors import AppError
from app.learn.models import LessonProgress, lessons
from app.players.player import Player
from app.store.database import Database, StoredRow
from app.store.group_commit import Writer

_INSERT = sa.insert(lessons)


class ProgressService:
    """The only writer of lessons taken."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    async def of(self, player: Player) -> dict[str, LessonProgress]:
        """Return the lessons that a guest has begun, by slug."""
        query = sa.select(lessons).where(lessons.c.player_id == player.id)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return {row.slug: _taken(row) for row in rows}

    async def get(self, player: Player, slug: str) -> LessonProgress:
        """Return a guest's progress in one lesson."""
        return (await self.of(player)).get(slug) or LessonProgress(slug)

    async def keep(self, player: Player, before: LessonProgress, after: LessonProgress) -> None:
        """Store `after`, unless the lesson has gone on since `before` in another tab: AppError(stale_seq, 409)."""
        values = {"seq": after.seq, "moves": orjson.dumps(after.moves).decode(), "done": after.done}
        mine = (lessons.c.player_id == player.id) & (lessons.c.slug == after.slug)
        change = sa.update(lessons).where(mine, lessons.c.seq == before.seq).values(**values)

        def write(connection: sa.Connection) -> bool:
            if connection.execute(change).rowcount:
                return True
            if before.seq:
                return False
            connection.execute(_INSERT, {"player_id": player.id, "slug": after.slug, **values})
            return True

        try:
            kept = await self._writer.job(write)
        except IntegrityError:
            kept = False
        if not kept:
            raise AppError("stale_seq", 409, seq=(await self.get(player, after.slug)).seq)

    async def forget(self, player: Player) -> None:
        """Begin the tutorial afresh."""
        change = sa.delete(lessons).where(lessons.c.player_id == player.id)
        await self._writer.job(lambda connection: connection.execute(change))


def _taken(row: StoredRow) -> LessonProgress:
    return LessonProgress(row.slug, row.seq, tuple(orjson.loads(row.moves)), row.done)


def progress_service(connection: HTTPConnection) -> ProgressService:
    """Return the application's keeper of progress."""
    keeper: ProgressService = connection.app.state.lessons
    return keeper
