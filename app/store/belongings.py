"""The fate of the rows that name a player: when all that is stored of a player is deleted, when two guests become
one, and when a player asks for everything.

Each column that holds a player's id says so where it is defined, by `info=theirs(...)`; a test finds those that do not.
Deletion, merging, export and the clearing away of guests go through `belongings`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

import sqlalchemy as sa

from app.store.database import metadata

_INFO: Final = "theirs"

Values = Mapping[str, object]
Told = Callable[[Values], Values]
"""Makes of a row, without the ids of players, what its player may read of it as JSON."""


def plain(row: Values) -> Values:
    """Return a row without what is neither text nor number."""
    return {name: value for name, value in row.items() if not isinstance(value, bytes)}


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of a row that names a player.

    `keeps`: a guest of whom there is such a row is not cleared away. `leaving`: when everything of the player is
    deleted the row goes, too, or it stays without the player ("unset"), or deletion has a way of its own for the table
    ("apart"). `better`: where two guests become one and both have a row with the same key, the one with more in this
    column stays; else that of the guest who goes on. `counted`: goes up by one when the row changes hands. `both`: one
    player may stand in two columns of a row; else such a row goes (nobody mutes themselves). `told` makes the row's
    part of an export; None: there is nothing to tell.
    """

    keeps: bool = True
    leaving: Literal["gone", "unset", "apart"] = "gone"
    better: str | None = None
    counted: str | None = None
    both: bool = False
    told: Told | None = plain


def theirs(
    *,
    keeps: bool = True,
    leaving: Literal["gone", "unset", "apart"] = "gone",
    better: str | None = None,
    counted: str | None = None,
    both: bool = False,
    told: Told | None = plain,
) -> dict[str, Fate]:
    """Return the `info` of a column that holds a player's id; what it says is told at `Fate`."""
    return {_INFO: Fate(keeps, leaving, better, counted, both, told)}


@dataclass(frozen=True, slots=True)
class Belonging:
    """A column that holds a player's id, and the fate of its rows."""

    column: sa.Column[str]
    fate: Fate

    @property
    def table(self) -> sa.Table:
        """The table of the column."""
        table = self.column.table
        assert isinstance(table, sa.Table)
        return table


def belongings() -> list[Belonging]:
    """Return all of them, of every table that is known by now: those that others refer to come first."""
    columns = (column for table in metadata.sorted_tables for column in table.columns)
    return [Belonging(column, column.info[_INFO]) for column in columns if is_belonging(column)]


def is_belonging(column: sa.ColumnElement[Any]) -> bool:
    """Return whether a column of a table holds a player's id."""
    return isinstance(column, sa.Column) and _INFO in column.info


def nothing_kept(player_id: sa.ColumnElement[str]) -> list[sa.ColumnElement[bool]]:
    """Return the conditions under which nothing is stored of a player that would be missed."""
    return [~sa.exists().where(each.column == player_id) for each in belongings() if each.fate.keeps]


def delete_all(connection: sa.Connection, player_id: str) -> None:
    """Delete what is stored of a player, all but what has a way of its own (`leaving` "apart")."""
    for each in reversed(belongings()):
        mine = each.column == player_id
        if each.fate.leaving == "gone":
            connection.execute(sa.delete(each.table).where(mine))
        elif each.fate.leaving == "unset":
            connection.execute(sa.update(each.table).where(mine).values({each.column.name: None}))


def hand_over(connection: sa.Connection, giver: str, taker: str) -> None:
    """Make everything of one guest another's."""
    for each in belongings():
        _hand_over(connection, each, giver, taker)
    for each in belongings():
        twins = [
            other.column for other in belongings() if other.table is each.table and other.column is not each.column
        ]
        if not each.fate.both:
            for twin in twins:
                connection.execute(sa.delete(each.table).where(each.column == taker, twin == taker))


def _hand_over(connection: sa.Connection, each: Belonging, giver: str, taker: str) -> None:
    """Move the rows of one column. What would double a key stays where it is better, and elsewhere goes, or
    stays without a player, as when everything of the player is deleted."""
    table, column, fate = each.table, each.column, each.fate
    keys = [key for key in _keys(table) if column.name in key]
    if fate.better is not None:
        rival = table.alias()
        for key in keys:
            beaten = sa.and_(*_same(table, rival, key, column.name), rival.c[column.name] == giver)
            more = rival.c[fate.better] > table.c[fate.better]
            connection.execute(sa.delete(table).where(column == taker, sa.exists().where(beaten, more)))
    free = [column == giver]
    for key in keys:
        rival = table.alias()
        free.append(
            ~sa.exists().where(*_same(table, rival, key, column.name), rival.c[column.name] == taker).correlate(table)
        )
    values: dict[str, object] = {column.name: taker}
    if fate.counted is not None:
        values[fate.counted] = table.c[fate.counted] + 1
    connection.execute(sa.update(table).where(*free).values(values))
    left = column == giver
    if fate.leaving == "unset":
        connection.execute(sa.update(table).where(left).values({column.name: None}))
    else:
        connection.execute(sa.delete(table).where(left))


def _keys(table: sa.Table) -> list[tuple[str, ...]]:
    """Return the columns of each key of a table, of which no two rows have the same."""
    kinds = (sa.PrimaryKeyConstraint, sa.UniqueConstraint)
    keys = [tuple(column.name for column in each.columns) for each in table.constraints if isinstance(each, kinds)]
    return keys + [tuple(column.name for column in index.columns) for index in table.indexes if index.unique]


def _same(table: sa.Table, rival: sa.FromClause, key: tuple[str, ...], but: str) -> list[sa.ColumnElement[bool]]:
    return [rival.c[name] == table.c[name] for name in key if name != but]
