"""Rows that belong to guests, such as decks: a limited number for each guest, read by link, changed by their owner
alone."""

from __future__ import annotations

import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.store.belongings import Export, ownership, plain, player_column
from app.base.store.database import Database, StoredRow, metadata
from app.base.store.group_commit import Writer
from app.base.store.ids import new_id

T = TypeVar("T")

_ID: Final = re.compile(r"[\w-]{1,32}", re.ASCII)


def owned_table(name: str, *columns: sa.Column[Any], export: Export = plain) -> sa.Table:
    """A table for `OwnedRows` with further columns. An id cannot be guessed: it is the right to read the row."""
    return sa.Table(
        name,
        metadata,
        sa.Column("id", sa.String(32), primary_key=True),
        player_column("player_id", ownership(export=export), index=True),
        *columns,
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("updated_at", sa.Double, nullable=False),
    )


class Owner(Protocol):
    """A guest who owns rows."""

    @property
    def id(self) -> str:
        """The rows' id, a secret."""


@dataclass(frozen=True, slots=True)
class Owned:
    """The value of such a row. `owner` is a player's id, a secret; the row's own id is the right to read the rest."""

    id: str
    owner: str = field(repr=False)
    created_at: float
    updated_at: float

    def belongs_to(self, guest: Owner | None) -> bool:
        """True if this guest may change the row."""
        return guest is not None and guest.id == self.owner


@dataclass(frozen=True, slots=True)
class OwnedRows:
    """Statements for one table with `id`, `player_id`, `created_at` and `updated_at`.

    `most` rows of each guest; `missing`, `foreign`, `full` are its refusals.
    Each method gives a function of a connection, for `Database.read` or `Writer.job`.
    """

    table: sa.Table
    most: int
    missing: Code
    foreign: Code
    full: Code

    def of(self, player_id: str) -> Callable[[sa.Connection], list[StoredRow]]:
        """Return all rows of a guest, the one changed last first."""
        table = self.table
        query = sa.select(table).where(table.c.player_id == player_id).order_by(table.c.updated_at.desc(), table.c.id)
        return lambda connection: list(connection.execute(query))

    def get(self, row_id: str) -> Callable[[sa.Connection], StoredRow]:
        """Return one row, for any caller; AppError(`missing`)."""
        if not _ID.fullmatch(row_id):
            raise AppError(self.missing)
        query = sa.select(self.table).where(self.table.c.id == row_id)

        def read(connection: sa.Connection) -> StoredRow:
            row = connection.execute(query).one_or_none()
            if row is None:
                raise AppError(self.missing)
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
                raise AppError(self.full, most=self.most)
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
            raise AppError(self.foreign)


class OwnedService(ABC, Generic[T]):
    """The only writer of one table of `OwnedRows`. Refuses with AppError, having changed nothing."""

    rows: ClassVar[OwnedRows]

    def __init__(self, database: Database, writer: Writer) -> None:
        self.database = database
        self.writer = writer

    @abstractmethod
    def _value(self, row: StoredRow) -> T:
        """Return the value of a row."""

    @abstractmethod
    async def copy(self, owner: Owner, row_id: str) -> T:
        """Copy a row, of any guest's, for a guest; AppError(`missing`) or AppError(`full`)."""

    async def of(self, owner: Owner | None) -> list[T]:
        """Return the values of a guest, the one changed last first."""
        rows = [] if owner is None else await self.database.read(self.rows.of(owner.id))
        return [self._value(row) for row in rows]

    async def get(self, row_id: str) -> T:
        """Return the value with this id, for any visitor; AppError(`missing`)."""
        return self._value(await self.database.read(self.rows.get(row_id)))

    async def delete(self, owner: Owner, row_id: str) -> None:
        """Delete a row; AppError(`missing`) or AppError(`foreign`)."""
        await self.writer.job(self.rows.remove(owner.id, row_id))

    async def insert(self, owner: Owner, values: Mapping[str, object]) -> T:
        """Store a new row with these values, and return its value; AppError(`full`)."""
        return self._value(await self.writer.job(self.rows.add(owner.id, values)))

    async def update(self, owner: Owner, row_id: str, values: Mapping[str, object]) -> T:
        """Change a row, and return its value; AppError(`missing`) or AppError(`foreign`)."""
        return self._value(await self.writer.job(self.rows.change(owner.id, row_id, values)))
