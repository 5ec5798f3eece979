"""Ownership of rows: their policy when a player deletes everything, merges with another guest, or requests an export.

Each column that holds a player's id is defined with `info=ownership(...)`; a test finds those that are not. Deletion,
merging, export and the clean-up of guests all go through `belongings`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

import sqlalchemy as sa

from app.base.store.database import metadata

_INFO: Final = "ownership"

Values = Mapping[str, object]
Export = Callable[[Values], Values]
"""From a row, without players' ids, to its player's export of it as JSON."""


def plain(row: Values) -> Values:
    """Return a row without its bytes."""
    return {name: value for name, value in row.items() if not isinstance(value, bytes)}


@dataclass(frozen=True, slots=True)
class OwnershipPolicy:
    """The policy for a row that names a player.

    `keeps_guest`: a guest with such a row is not cleaned up. `on_delete`, when the player deletes everything: the row
    is deleted, its column is set to null, or the table has its own way ("apart"). `merge_prefers`: where two guests
    merge and both have a row with the same key, the row with more in this column stays; without it, the row of the
    guest who continues. `bumps`: the column that refers to the row of another table whose `version` goes up by one when
    this row changes hands. `may_repeat`: one player may stand in two columns of a row; otherwise such a row is deleted
    (nobody mutes themselves). `export` makes the row's part of an export; None: it is left out.
    """

    keeps_guest: bool = True
    on_delete: Literal["delete", "unset", "apart"] = "delete"
    merge_prefers: str | None = None
    bumps: str | None = None
    may_repeat: bool = False
    export: Export | None = plain


def ownership(
    *,
    keeps_guest: bool = True,
    on_delete: Literal["delete", "unset", "apart"] = "delete",
    merge_prefers: str | None = None,
    bumps: str | None = None,
    may_repeat: bool = False,
    export: Export | None = plain,
) -> dict[str, OwnershipPolicy]:
    """Return the `info` of a column that holds a player's id; `OwnershipPolicy` explains the values."""
    return {_INFO: OwnershipPolicy(keeps_guest, on_delete, merge_prefers, bumps, may_repeat, export)}


def player_column(
    name: str,
    info: dict[str, OwnershipPolicy],
    *,
    primary_key: bool = False,
    nullable: bool | None = None,
    index: bool | None = None,
) -> sa.Column[str]:
    """A reference to a player; null, unless it says otherwise, only where deletion unsets it."""
    unset = info[_INFO].on_delete == "unset"
    player = sa.ForeignKey("players.id", ondelete="SET NULL" if unset else "CASCADE")
    nullable = unset if nullable is None else nullable
    return sa.Column(name, player, primary_key=primary_key, nullable=nullable, index=index, info=info)


@dataclass(frozen=True, slots=True)
class Belonging:
    """A column that holds a player's id, and its policy."""

    column: sa.Column[str]
    policy: OwnershipPolicy

    @property
    def table(self) -> sa.Table:
        """The table of the column."""
        table = self.column.table
        assert isinstance(table, sa.Table)
        return table


def belongings() -> list[Belonging]:
    """Return those of every table that is imported by now; tables that others refer to come first."""
    columns = (column for table in metadata.sorted_tables for column in table.columns)
    return [Belonging(column, column.info[_INFO]) for column in columns if is_belonging(column)]


def is_belonging(column: sa.ColumnElement[object]) -> bool:
    """True if a column of a table holds a player's id."""
    return isinstance(column, sa.Column) and _INFO in column.info


def nothing_kept(player_id: sa.ColumnElement[str]) -> list[sa.ColumnElement[bool]]:
    """Return the conditions under which a player has no row that keeps a guest."""
    return [~sa.exists().where(each.column == player_id) for each in belongings() if each.policy.keeps_guest]


def delete_all(connection: sa.Connection, player_id: str) -> None:
    """Delete all rows of a player, except the tables with their own way (`on_delete` "apart")."""
    for each in reversed(belongings()):
        mine = each.column == player_id
        if each.policy.on_delete == "delete":
            connection.execute(sa.delete(each.table).where(mine))
        elif each.policy.on_delete == "unset":
            connection.execute(sa.update(each.table).where(mine).values({each.column.name: None}))


def hand_over(connection: sa.Connection, giver: str, taker: str) -> None:
    """Give everything of one guest to another."""
    for each in belongings():
        _hand_over(connection, each, giver, taker)
    for each in belongings():
        twins = [
            other.column for other in belongings() if other.table is each.table and other.column is not each.column
        ]
        if not each.policy.may_repeat:
            for twin in twins:
                connection.execute(sa.delete(each.table).where(each.column == taker, twin == taker))


def _hand_over(connection: sa.Connection, each: Belonging, giver: str, taker: str) -> None:
    """Move the rows of one column. Of two rows with the same key the one that the policy prefers stays; the other goes,
    or stays without a player, as when everything of the player is deleted."""
    table, column, policy = each.table, each.column, each.policy
    keys = [key for key in _keys(table) if column.name in key]
    if policy.merge_prefers is not None:
        rival = table.alias()
        for key in keys:
            beaten = sa.and_(*_same(table, rival, key, column.name), rival.c[column.name] == giver)
            more = rival.c[policy.merge_prefers] > table.c[policy.merge_prefers]
            connection.execute(sa.delete(table).where(column == taker, sa.exists().where(beaten, more)))
    free = [column == giver]
    for key in keys:
        rival = table.alias()
        free.append(
            ~sa.exists().where(*_same(table, rival, key, column.name), rival.c[column.name] == taker).correlate(table)
        )
    if policy.bumps is not None:
        (refers,) = table.c[policy.bumps].foreign_keys
        named = sa.select(refers.parent).where(column == giver)
        row, version = refers.column, refers.column.table.c.version
        connection.execute(sa.update(version.table).where(row.in_(named)).values({version: version + 1}))
    connection.execute(sa.update(table).where(*free).values({column.name: taker}))
    left = column == giver
    if policy.on_delete == "unset":
        connection.execute(sa.update(table).where(left).values({column.name: None}))
    else:
        connection.execute(sa.delete(table).where(left))


def _keys(table: sa.Table) -> list[tuple[str, ...]]:
    """Return the columns of each unique key of a table."""
    kinds = (sa.PrimaryKeyConstraint, sa.UniqueConstraint)
    keys = [tuple(column.name for column in each.columns) for each in table.constraints if isinstance(each, kinds)]
    return keys + [tuple(column.name for column in index.columns) for index in table.indexes if index.unique]


def _same(table: sa.Table, rival: sa.FromClause, key: tuple[str, ...], but: str) -> list[sa.ColumnElement[bool]]:
    return [rival.c[name] == table.c[name] for name in key if name != but]
