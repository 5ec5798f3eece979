"""Cleanup: find rows that are old enough and delete them, without losing a move made at that moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from app.base.seconds import DAY, HOUR
from app.base.settings import Settings
from app.base.store.belongings import nothing_kept
from app.contests.tournaments.storage.statements import in_no_tournament
from app.learning.replay.models import records
from app.matches.core.storage.models import actions, matches
from app.matches.core.storage.store import not_connected
from app.people.players.models import players

BATCH: Final = 100  # matches in one transaction
GUESTS: Final = 400  # guests checked in one transaction


@dataclass(frozen=True, slots=True)
class Limits:
    """Ages in seconds; 0 keeps forever. A match in play is as old as its last action, a record as its last reader."""

    open: float
    unfinished: float
    finished: float
    uploads: float = 0
    guests: float = 0
    talk: float = 0
    reports: float = 0

    @classmethod
    def of(cls, settings: Settings) -> Limits:
        """Return the limits that the host has set."""
        return cls(
            settings.keep_open_hours * HOUR,
            settings.keep_unfinished_days * DAY,
            settings.keep_finished_days * DAY,
            settings.keep_uploads_days * DAY,
            settings.keep_guests_days * DAY,
            settings.keep_talk_days * DAY,
            settings.keep_reports_days * DAY,
        )

    def due(self, now: float) -> list[DueMatches]:
        """Return the rows beyond their limit, for each kind of match that has one."""
        found: list[DueMatches] = []
        if self.open:
            found += _never_joined(now - self.open)
        if self.unfinished:
            found += [_left(status, now - self.unfinished) for status in ("setup", "playing")]
        if self.finished:
            found.append(
                DueMatches("finished", "over", matches.c.finished_at, now - self.finished, (in_no_tournament(),))
            )
        return found


@dataclass(frozen=True, slots=True)
class DueMatches:
    """Matches of one status that are due: since a time before `before`, and more that must hold.

    The status and the time are found by an index, so that the search costs no more than its result.
    """

    kind: str
    status: str
    since: sa.Column[float]
    before: float
    more: tuple[sa.ColumnElement[bool], ...] = ()

    @property
    def condition(self) -> sa.ColumnElement[bool]:
        """The condition on the row of a match."""
        return sa.and_(matches.c.status == self.status, self.since < self.before, *self.more)


def _never_joined(before: float) -> list[DueMatches]:
    """Return the tables at which nobody sat down: still open and without their hosts, or closed by them."""
    closed = (matches.c.started_at.is_(None), matches.c.winner.is_(None))
    return [
        DueMatches("open", "open", matches.c.created_at, before, _deserted()),
        DueMatches("open", "over", matches.c.finished_at, before, closed),
    ]


def _left(status: str, before: float) -> DueMatches:
    """Return the matches in play without an action since then, which nobody has open, and no clock will end."""
    acted = sa.exists().where(actions.c.match_id == matches.c.id, actions.c.at >= before)
    endless = matches.c.clock_due.is_(None)
    more = (~acted, endless, in_no_tournament(), *_deserted())
    return DueMatches("unfinished", status, matches.c.started_at, before, more)


def _deserted() -> tuple[sa.ColumnElement[bool], ...]:
    return not_connected("A"), not_connected("B")


@dataclass(frozen=True, slots=True)
class Found:
    """A batch of matches that seem to be due: their ids, and the position after which the next batch begins."""

    ids: list[str]
    last: tuple[float, str] | None


def selection(due: DueMatches, after: tuple[float, str] | None = None) -> sa.Select[str, float]:
    """Return the query for a batch of due matches, the oldest first: no more rows are read than an index finds."""
    query = sa.select(matches.c.id, due.since.label("since")).where(due.condition)
    if after is not None:
        query = query.where(due.since >= after[0], sa.tuple_(due.since, matches.c.id) > after)
    return query.order_by(due.since, matches.c.id).limit(BATCH)


def find(due: DueMatches, after: tuple[float, str] | None) -> Callable[[sa.Connection], Found]:
    """Find a batch of due rows without the writer, so that moves need not wait for it."""

    def read(connection: sa.Connection) -> Found:
        rows = connection.execute(selection(due, after)).all()
        return Found([row.id for row in rows], (rows[-1].since, rows[-1].id) if rows else None)

    return read


def clear(due: DueMatches, ids: list[str]) -> Callable[[sa.Connection], list[str]]:
    """Delete those of these matches that are still due, with all that belongs to them; their ids."""
    locked = sa.select(matches.c.id).where(matches.c.id.in_(ids)).with_for_update(skip_locked=True)

    def write(connection: sa.Connection) -> list[str]:
        # PostgreSQL: lock the rows, so that no action can be added, then read again, with later additions.
        mine = list(connection.execute(locked).scalars())
        gone = sa.delete(matches).where(matches.c.id.in_(mine), due.condition).returning(matches.c.id)
        return list(connection.execute(gone).scalars())

    return write


def clear_uploads(before: float) -> Callable[[sa.Connection], int]:
    """Delete a batch of uploaded records that nobody has opened since then; how many."""
    oldest = sa.select(records.c.id).where(records.c.opened_at < before).order_by(records.c.opened_at).limit(BATCH)
    gone = sa.delete(records).where(records.c.id.in_(oldest), records.c.opened_at < before)
    return lambda connection: connection.execute(gone).rowcount


def clear_old(at: sa.Column[float], before: float) -> Callable[[sa.Connection], int]:
    """Delete a batch of the rows of a table whose time is earlier; how many."""
    keys = sa.tuple_(*at.table.primary_key)
    oldest = sa.select(*at.table.primary_key).where(at < before).order_by(at).limit(BATCH)
    gone = sa.delete(at.table).where(keys.in_(oldest))
    return lambda connection: connection.execute(gone).rowcount


@dataclass(frozen=True, slots=True)
class Swept:
    """A batch of checked guests: how many were deleted, and the last one, None if there was none."""

    gone: int
    last: tuple[float, str] | None


def clear_guests(before: float, after: tuple[float, str]) -> Callable[[sa.Connection], Swept]:
    """Of the next guests not seen since `before`, past `after`, delete those without any other rows.

    In portions by the index of `seen_at`: most of those who stay away have played, and are checked each time.
    """
    row = sa.tuple_(players.c.seen_at, players.c.id)
    some = sa.select(players.c.seen_at, players.c.id).where(players.c.seen_at < before, row > after)
    some = some.order_by(players.c.seen_at, players.c.id).limit(GUESTS)

    def write(connection: sa.Connection) -> Swept:
        rows = connection.execute(some).all()
        if not rows:
            return Swept(0, None)
        mine = players.c.id.in_([row.id for row in rows])
        # PostgreSQL reads `seen_at` again after waiting for a guest who comes back at this moment.
        gone = sa.delete(players).where(mine, players.c.seen_at < before, *nothing_kept(players.c.id))
        return Swept(connection.execute(gone).rowcount, (rows[-1].seen_at, rows[-1].id))

    return write
