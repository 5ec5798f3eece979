"""Stores guests' progress in exercises, so that they can be left and resumed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import cast

import orjson
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from app.base.errors import AppError, Code
from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.learning.practice.exercise import AlsoWrite, ExerciseKind, Progress
from app.learning.practice.models import exercises
from app.people.players.player import Player

_INSERT = sa.insert(exercises)


class ProgressService:
    """The only writer of exercises."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    async def get(self, player: Player | None, kind: ExerciseKind, name: str) -> Progress:
        """Return a guest's progress in one exercise; a visitor has none."""
        if player is None:
            return Progress(kind, name)
        query = sa.select(exercises).where(_owned(player, kind), exercises.c.name == name)
        row = await self._database.row(query)
        if row is None:
            return Progress(kind, name)
        day = date.fromisoformat(row.day) if row.day else None
        return Progress(kind, name, row.seq, tuple(orjson.loads(row.moves)), row.done, day)

    async def done(self, player: Player, kind: ExerciseKind) -> set[str]:
        """Return the names of the exercises of a kind that a guest has done."""
        query = sa.select(exercises.c.name).where(_owned(player, kind), exercises.c.done)
        return set(await self._database.values(query))

    async def keep(
        self, player: Player, before: Progress, after: Progress, also_write: AlsoWrite | None = None
    ) -> None:
        """Store `after`, and in the same transaction the write of `along`.

        Raises AppError(stale_seq) if the exercise has continued since `before` in another tab.
        """
        values = {"seq": after.seq, "moves": orjson.dumps(after.moves).decode(), "done": after.done}
        values["day"] = after.day and after.day.isoformat()
        mine = _owned(player, after.kind) & (exercises.c.name == after.name)
        change = sa.update(exercises).where(mine, exercises.c.seq == before.seq).values(**values)

        def write(connection: sa.Connection) -> bool:
            if not connection.execute(change).rowcount:
                if before.seq:
                    return False
                names = {"player_id": player.id, "kind": after.kind, "name": after.name}
                connection.execute(_INSERT, names | values)
            if also_write is not None:
                cast("Callable[[sa.Connection], None]", also_write)(connection)
            return True

        try:
            kept = await self._writer.job(write)
        except IntegrityError:
            kept = False
        if not kept:
            raise AppError(Code.stale_seq, seq=(await self.get(player, after.kind, after.name)).seq)

    async def forget(self, player: Player, kind: ExerciseKind) -> None:
        """Begin all exercises of a kind again."""
        change = sa.delete(exercises).where(_owned(player, kind))
        await self._writer.execute(change)


def _owned(player: Player, kind: ExerciseKind) -> sa.ColumnElement[bool]:
    return (exercises.c.player_id == player.id) & (exercises.c.kind == kind)
