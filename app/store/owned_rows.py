"""Rows that belong to guests, such as decks: so many of each guest, read by link, changed by their owner alone."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from app.errors import AppError
from app.store.database import StoredRow
from app.store.ids import new_id

_ID: Final = re.compile(r"[\w-]{1,32}", re.ASCII)


@dataclass(frozen=True, slots=True)
class OwnedRows:
    """Statements for one table with `id`, `player_id`, `created_at` and `updated_at`.

    `most` rows of each guest; `missing`, `foreign`, `full` are the codes of the refusals (404, 403, 409).
    Each method gives a function of a connection, for `Database.read` or `Writer.job`.
    """

    table: sa.Table
    most: int
    missing: str
    foreign: str
    full: str

    def of(self, player_id: str) -> Callable[[sa.Connection], list[StoredRow]]:
        """Return all rows of a guest, the one changed last first."""
        table = self.table
        query = sa.select(table).where(table.c.player_id == player_id).order_by(table.c.updated_at.desc(), table.c.id)
        return lambda connection: list(connection.execute(query))

    def get(self, row_id: str) -> Callable[[sa.Connection], StoredRow]:
        """Return one row, for any caller; AppError(`missing`)."""
        if not _ID.fullmatch(row_id):
            raise AppError(self.missing, 404)
        query = sa.select(self.table).where(self.table.c.id == row_id)

        def read(connection: sa.Connection) -> StoredRow:
            row = connection.execute(query).one_or_none()
            if row is None:
                raise AppError(self.missing, 404)
            return row

        return read

    def add(self, player_id: str, values: Mapping[str, object]) -> Callable[[sa.Connection], StoredRow]:
        """Return a new row of a guest, with an id that cannot be guessed; AppError(`full`)."""
        table, now = self.table, time.time()
        made = new_id()
        row = {"id": made, "player_id": player_id, "created_at": now, "updated_at": now, **values}
        count = sa.select(sa.func.count()).where(table.c.player_id == player_id)

        def write(connection: sa.Connection) -> StoredRow:
            if connection.execute(count).scalar_one() >= self.most:
                raise AppError(self.full, 409, most=self.most)
            connection.execute(sa.insert(table), row)
            return self.get(made)(connection)

        return write

    def change(self, player_id: str, row_id: str, values: Mapping[str, object]) -> Callable[[sa.Connection], StoredRow]:
        """Return the row with other values; AppError(`missing`) or AppError(`foreign`)."""
        update = sa.update(self.table).where(self.table.c.id == row_id).values(updated_at=time.time(), **values)

        def write(connection: sa.Connection) -> StoredRow:
            self._check_owner(connection, player_id, row_id)
            connection.execute(update)
            return self.get(row_id)(connection)

        return write

    def remove(self, player_id: str, row_id: str) -> Callable[[sa.Connection], None]:
        """Delete a row; AppError(`missing`) or AppError(`foreign`)."""
        delete = sa.delete(self.table).where(self.table.c.id == row_id)

        def write(connection: sa.Connection) -> None:
            self._check_owner(connection, player_id, row_id)
            connection.execute(delete)

        return write

    def _check_owner(self, connection: sa.Connection, player_id: str, row_id: str) -> None:
        if self.get(row_id)(connection).player_id != player_id:
            raise AppError(self.foreign, 403)
