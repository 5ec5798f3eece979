"""SQL for matches. Reads are functions of a connection for `Database.read`; writes are run by
`app.base.store.group_commit.Writer`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

import orjson
import sqlalchemy as sa
from sqlalchemy.sql.dml import ReturningUpdate

from app.base.errors import AppError, Code
from app.base.live.models import presence
from app.base.store.database import NOTHING_ELSE, ExtraColumns, Query, StoredRow
from app.base.store.group_commit import BatchRow
from app.base.store.upsert import upsert
from app.matches.core.features.feature import Condition, RowChange
from app.matches.core.match_row import MatchRow, Result
from app.matches.core.seat_holder import SeatChange
from app.matches.core.storage.models import (
    MATCH,
    actions,
    columns_of,
    match_row_of,
    matches,
    seat_rows_of,
    seats,
    select_matches,
    snapshots,
)
from app.matches.core.storage.seats import holds, reseat
from engine.seat import Seat

ID: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")
MAX_VALUES: Final = 500  # values in one IN: SQLite has a limit
BATCH_SIZE: Final = 100  # matches found at once because something in them is due
IN_PLAY: Final = ("setup", "playing")
_INSERT_MATCH: Final = sa.insert(matches)
_INSERT_SEAT: Final = sa.insert(seats)
INSERT_ACTION: Final = sa.insert(actions)


def new_rows(row: MatchRow) -> list[BatchRow]:
    """Return what the writer stores of a new match, all or none."""
    holders = [BatchRow(_INSERT_SEAT, holder) for holder in seat_rows_of(row)]
    return [BatchRow(_INSERT_MATCH, columns_of(row)), *holders]


def insert(connection: sa.Connection, row: MatchRow) -> None:
    """Store a new match."""
    connection.execute(_INSERT_MATCH, columns_of(row))
    connection.execute(_INSERT_SEAT, seat_rows_of(row))


def upsert_snapshot(engine: sa.Engine) -> sa.Insert:
    """Return the statement that keeps a match's newest snapshot; an older one never replaces it."""
    return upsert(engine, snapshots, newer="seq")


@dataclass(frozen=True, slots=True)
class StoredMove:
    """A stored action: the `seq`-th, by `seat`, at `at` seconds since 1970."""

    seq: int
    seat: Seat
    action: Mapping[str, object]
    at: float

    def row(self, match_id: str) -> dict[str, object]:
        """Return the action's row of `actions`."""
        return {
            "match_id": match_id,
            "seq": self.seq,
            "seat": self.seat,
            "action": orjson.dumps(self.action),
            "at": self.at,
        }


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match in the database: its row, a state after `seq` actions (if any), and the moves that follow."""

    row: MatchRow
    seq: int
    state: bytes | None
    moves: list[StoredMove]


class Tail(NamedTuple):
    """The newest row of a match, and the moves that follow those which are known."""

    row: MatchRow
    moves: list[StoredMove]


def load(match_id: str) -> Query[StoredMatch | None]:
    """Return the newest snapshot of a match and the moves after it."""

    def query(connection: sa.Connection) -> StoredMatch | None:
        row = _row(connection, match_id)
        if row is None:
            return None
        snapshot = connection.execute(_SNAPSHOT, {"id": match_id}).one_or_none()
        seq = snapshot.seq if snapshot else 0
        return StoredMatch(
            match_row_of(row), seq, snapshot.state if snapshot else None, _moves(connection, match_id, seq)
        )

    return query


def tail(known: MatchRow, after: int, also: ExtraColumns = NOTHING_ELSE) -> Query[tuple[Tail, StoredRow] | None]:
    """Return the news of a match: its row, if that differs from the `known` one, and the moves after the `after`-th;
    with them a row that has what else is read.

    None instead if there is no such match any more. Mostly nothing is new: that takes one statement.
    """

    def query(connection: sa.Connection) -> tuple[Tail, StoredRow] | None:
        head = connection.execute(_head_with(also.columns), {"id": known.id, **also.values}).one_or_none()
        if head is None:
            return None
        row = (
            known
            if head.version == known.version
            else match_row_of(connection.execute(_ONE_MATCH, {"id": known.id}).one())
        )
        moves = [] if head.seq == after else _moves(connection, known.id, after)
        return Tail(row, moves), head

    return query


def _row(connection: sa.Connection, match_id: str) -> StoredRow | None:
    # A text that cannot be an id may have characters that a database refuses.
    if ID.fullmatch(match_id) is None:
        return None
    return connection.execute(_ONE_MATCH, {"id": match_id}).one_or_none()


def _moves(connection: sa.Connection, match_id: str, after: int) -> list[StoredMove]:
    return [_move(row) for row in connection.execute(_MOVES, {"id": match_id, "after": after})]


def _move(row: StoredRow) -> StoredMove:
    return StoredMove(row.seq, row.seat, orjson.loads(row.action), row.at)


_ONE_MATCH: Final = select_matches().where(matches.c.id == sa.bindparam("id"))
_SNAPSHOT: Final = sa.select(snapshots.c.seq, snapshots.c.state).where(snapshots.c.match_id == sa.bindparam("id"))
_MOVES: Final = (
    sa.select(actions)
    .where(actions.c.match_id == sa.bindparam("id"), actions.c.seq > sa.bindparam("after"))
    .order_by(actions.c.seq)
)
_THESE_MOVES: Final = (
    sa.select(actions)
    .where(sa.tuple_(actions.c.match_id, actions.c.seq).in_(sa.bindparam("keys", expanding=True)))
    .order_by(actions.c.match_id, actions.c.seq)
)
_LAST_AT: Final = sa.select(sa.func.max(actions.c.at)).where(actions.c.match_id == matches.c.id).scalar_subquery()
LAST_SEQ: Final = (
    sa.select(sa.func.coalesce(sa.func.max(actions.c.seq), 0))
    .where(actions.c.match_id == matches.c.id)
    .scalar_subquery()
)


@cache
def _head_with(columns: tuple[sa.Label[Any], ...]) -> sa.Select[Any]:  # Any: columns of any type
    head = sa.select(matches.c.version, LAST_SEQ.label("seq"), *columns)
    return head.where(matches.c.id == sa.bindparam("id"))


class Head(NamedTuple):
    """The numbers by which a match in memory is found to be old: of moves, of changes of its row, of lines of chat."""

    seq: int
    version: int
    talk: int


def heads(match_ids: Iterable[str]) -> Query[dict[str, Head]]:
    """Return the newest numbers of each of these matches. One query, for polling."""
    wanted = list(match_ids)

    def query(connection: sa.Connection) -> dict[str, Head]:
        found: dict[str, Head] = {}
        for start in range(0, len(wanted), MAX_VALUES):
            some = sa.select(matches.c.id, LAST_SEQ, matches.c.version, matches.c.talk).where(
                matches.c.id.in_(wanted[start : start + MAX_VALUES])
            )
            found.update({match_id: Head(*numbers) for match_id, *numbers in connection.execute(some)})
        return found

    return query


def overdue(column: str, before: float) -> Query[list[str]]:
    """Return the matches in play whose `column` is earlier than `before`, earliest first."""
    due = matches.c[column]
    query = sa.select(matches.c.id).where(due < before, matches.c.status.in_(IN_PLAY)).order_by(due).limit(BATCH_SIZE)
    return lambda connection: list(connection.execute(query).scalars())


def whole(match_id: str) -> Query[StoredMatch | None]:
    """Return a match with all its moves, without a snapshot."""

    def query(connection: sa.Connection) -> StoredMatch | None:
        row = _row(connection, match_id)
        return None if row is None else StoredMatch(match_row_of(row), 0, None, _moves(connection, match_id, 0))

    return query


def ungathered(before: float) -> Query[list[str]]:
    """Return the matches after another one that were opened before this time and have not begun: the first few."""
    query = (
        sa.select(matches.c.id)
        .where(matches.c.status == "open", matches.c.created_at < before, matches.c.rematch_of.is_not(None))
        .order_by(matches.c.created_at)
        .limit(BATCH_SIZE)
    )
    return lambda connection: list(connection.execute(query).scalars())


def new_moves(wanted: Mapping[str, range]) -> Query[dict[str, list[StoredMove]]]:
    """Return the moves with these numbers of these matches, in order. One query, for hints."""
    keys = [(match_id, seq) for match_id, numbers in wanted.items() for seq in numbers]

    def query(connection: sa.Connection) -> dict[str, list[StoredMove]]:
        found: dict[str, list[StoredMove]] = {}
        for start in range(0, len(keys), MAX_VALUES // 2):
            some = {"keys": keys[start : start + MAX_VALUES // 2]}
            for row in connection.execute(_THESE_MOVES, some):
                found.setdefault(row.match_id, []).append(_move(row))
        return found

    return query


@dataclass(frozen=True, slots=True)
class UnfinishedMatch:
    """A match that is not over, after `seq` actions; `since`: when it last continued, in seconds since 1970."""

    row: MatchRow
    seq: int
    since: float


def unfinished_of(player_id: str, limit: int) -> Query[list[UnfinishedMatch]]:
    """Return the matches that are not over in which this player holds a seat, the newest first."""
    since = sa.func.coalesce(_LAST_AT, matches.c.started_at, matches.c.created_at)
    query = (
        select_matches(LAST_SEQ.label("last_seq"), since.label("since"))
        .where(holds(player_id), matches.c.status != "over")
        .order_by(matches.c.created_at.desc(), matches.c.id)
        .limit(limit)
    )
    return lambda connection: [
        UnfinishedMatch(match_row_of(row), row.last_seq, row.since) for row in connection.execute(query)
    ]


def finished_of(player_id: str, before: float | None, limit: int) -> Query[list[MatchRow]]:
    """Return the matches that this player has played to their end, the last first.

    Only those that ended earlier than `before`.
    """
    query = (
        select_matches()
        .where(holds(player_id))
        .where(matches.c.status == "over", matches.c.winner.is_not(None))
        .order_by(matches.c.finished_at.desc(), matches.c.id)
        .limit(limit)
    )
    if before is not None:
        query = query.where(matches.c.finished_at < before)
    return lambda connection: [match_row_of(row) for row in connection.execute(query)]


@cache  # with clocks every turn changes the row: making a statement costs more than running it
def _change_of(columns: tuple[str, ...]) -> ReturningUpdate[Any]:
    values: dict[str, sa.BindParameter[object]] = {name: sa.bindparam(f"_{name}") for name in columns}
    changed = sa.update(matches).where(matches.c.id == sa.bindparam("_id"))
    return changed.values(**values, version=matches.c.version + 1).returning(*MATCH)


def change(
    match_id: str,
    values: Mapping[str, object],
    *conditions: sa.ColumnElement[bool],
    code: Code = Code.no_such_match,
    seated: SeatChange | None = None,
) -> Query[MatchRow]:
    """Set `values` in a match's row, and make the change of a place that `seated` names, if the conditions hold in
    the database now; else raise AppError(`code`)."""
    statement = _change_of(tuple(values))
    if conditions:
        statement = statement.where(*conditions)
    parameters = {"_id": match_id, **{f"_{name}": value for name, value in values.items()}}

    def query(connection: sa.Connection) -> MatchRow:
        # The place first: the statement after it gives the whole row back.
        if seated is not None and not reseat(connection, match_id, seated):
            raise AppError(code)
        row = connection.execute(statement, parameters).one_or_none()
        if row is None:
            raise AppError(code)
        return match_row_of(row)

    return query


def update_of(row: MatchRow, values: Mapping[str, object]) -> BatchRow:
    """Return the update of a row that must still have this version: it is written with others by one statement."""
    return BatchRow(
        _update_of(tuple(values)), {"_id": row.id, "_version": row.version, "_next": row.version + 1, **values}
    )


@cache
def _update_of(columns: tuple[str, ...]) -> sa.Update:
    same = (matches.c.id == sa.bindparam("_id"), matches.c.version == sa.bindparam("_version"))
    values: dict[str, sa.BindParameter[object]] = {name: sa.bindparam(name) for name in columns}
    return sa.update(matches).where(*same).values(**values, version=sa.bindparam("_next"))


def _holds(condition: Condition) -> sa.ColumnElement[bool]:
    column = matches.c[condition.column]
    return sa.or_(*(column.is_(None) if value is None else column == value for value in condition.values))


def change_by_feature(match_id: str, wanted: RowChange, values: Mapping[str, object]) -> Query[MatchRow]:
    """Change the row of a match as a feature wants, and set `values` with it."""
    conditions = [_holds(condition) for condition in wanted.conditions]
    if wanted.statuses:
        conditions.append(matches.c.status.in_(wanted.statuses))
    if wanted.newest is not None:
        conditions.append(sa.literal(wanted.newest) == LAST_SEQ)
    if wanted.unconnected is not None:
        conditions.append(not_connected(wanted.unconnected))
    return change(match_id, {**values, **wanted.values}, *conditions, code=wanted.code, seated=wanted.seated)


def move_and_change(
    match_id: str, move: StoredMove, changed: Query[MatchRow], then: Callable[[sa.Connection, MatchRow], None]
) -> Query[MatchRow]:
    """Store an action together with a change of the match's row, and the writes of `then`: all or nothing."""

    def query(connection: sa.Connection) -> MatchRow:
        connection.execute(INSERT_ACTION, move.row(match_id))
        row = changed(connection)
        then(connection, row)
        return row

    return query


def not_connected(seat: Seat) -> sa.ColumnElement[bool]:
    """Return a condition on a row of `matches`: no worker has the player of this seat connected."""
    here = presence.c.a if seat == "A" else presence.c.b
    return ~sa.exists().where(presence.c.match_id == matches.c.id, here)


def finished(result: Result, at: float) -> dict[str, object]:
    """Return the columns of a match that has ended."""
    return {
        "status": "over",
        "winner": result.winner,
        "reason": result.reason,
        "finished_at": at,
    }
