"""Insert a row, or handle its conflict with an existing one: SQLAlchemy has that for each kind of database."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

Insert: TypeAlias = postgresql.Insert | sqlite.Insert


def insert_into(bind: sa.Connection | sa.Engine, table: sa.Table) -> Insert:
    """An insert that can handle conflicts."""
    return postgresql.insert(table) if bind.dialect.name == "postgresql" else sqlite.insert(table)


def insert_if_new(bind: sa.Connection | sa.Engine, table: sa.Table) -> Insert:
    """An insert that leaves a row with the same key as it is."""
    return insert_into(bind, table).on_conflict_do_nothing()


def add_new(connection: sa.Connection, table: sa.Table, row: Mapping[str, object]) -> bool:
    """Insert a row; False if there is one with the same key, which stays as it is.

    The key is asked back, because PostgreSQL's driver does not count the rows of such an insert.
    """
    added = insert_if_new(connection, table).returning(next(iter(table.primary_key)))
    return connection.execute(added, dict(row)).first() is not None


def upsert(bind: sa.Connection | sa.Engine, table: sa.Table, *, newer: str = "") -> Insert:
    """An insert that replaces a row with the same primary key; only one whose column `newer` is smaller."""
    insert = insert_into(bind, table)
    keys = list(table.primary_key)
    return insert.on_conflict_do_update(
        index_elements=keys,
        set_={column.name: insert.excluded[column.name] for column in table.c if not column.primary_key},
        where=table.c[newer] < insert.excluded[newer] if newer else None,
    )
