"""Cleanup: what is old enough to be deleted, and how, without losing a move that comes just now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from app.decks.models import decks
from app.designer.models import designs
from app.learn.models import lessons
from app.matches.models import actions, matches
from app.matches.store import not_connected
from app.players.models import invited, players
from app.replay.models import records
from app.settings import Settings

HOUR: Final = 3600.0
DAY: Final = 24 * HOUR
BATCH: Final = 100  # matches in one transaction
GUESTS: Final = 400  # looked at in one transaction


# Everything that a guest may leave behind; a test compares this with what the database refers to.
THEIRS: Final = (
    matches.c.seat_a,
    matches.c.seat_b,
    decks.c.player_id,
    designs.c.player_id,
    records.c.player_id,
    lessons.c.player_id,
    invited.c.player_id,
)
NOTHING_KEPT: Final = [~sa.exists().where(column == players.c.id) for column in THEIRS]


@dataclass(frozen=True, slots=True)
class Limits:
    """Ages in seconds; 0 keeps for ever. A match in play is as old as its last action, a record as its last reader."""

    open: float
    unfinished: float
    finished: float
    uploads: float = 0
    guests: float = 0

    @classmethod
    def of(cls, settings: Settings) -> Limits:
        """Return the limits that the host has set."""
        return cls(
            settings.keep_open_hours * HOUR,
            settings.keep_unfinished_days * DAY,
            settings.keep_finished_days * DAY,
            settings.keep_uploads_days * DAY,
            settings.keep_guests_days * DAY,
        )

    def due(self, now: float) -> dict[str, sa.ColumnElement[bool]]:
        """Return, for each kind that has a limit, the condition on the row of a match that is beyond it."""
        found: dict[str, sa.ColumnElement[bool]] = {}
        if self.open:
            found["open"] = _never_joined(now - self.open)
        if self.unfinished:
            found["unfinished"] = _left(now - self.unfinished)
        if self.finished:
            found["finished"] = sa.and_(matches.c.status == "over", matches.c.finished_at < now - self.finished)
        return found


def _never_joined(before: float) -> sa.ColumnElement[bool]:
    """Return a table at which nobody sat down: still open and without its host, or closed by the host."""
    waiting = sa.and_(matches.c.status == "open", matches.c.created_at < before, *_deserted())
    closed = sa.and_(matches.c.status == "over", matches.c.started_at.is_(None), matches.c.finished_at < before)
    return sa.or_(waiting, closed)


def _left(before: float) -> sa.ColumnElement[bool]:
    """Return a match in play without an action since then, which nobody has open."""
    acted = sa.exists().where(actions.c.match_id == matches.c.id, actions.c.at >= before)
    return sa.and_(matches.c.status.in_(("setup", "playing")), matches.c.started_at < before, ~acted, *_deserted())


def _deserted() -> tuple[sa.ColumnElement[bool], ...]:
    return not_connected("A"), not_connected("B")


def clear(condition: sa.ColumnElement[bool]) -> Callable[[sa.Connection], list[str]]:
    """Delete a batch of matches of which the condition is true, with all that belongs to them; their ids."""
    oldest = sa.select(matches.c.id).where(condition).order_by(matches.c.created_at).limit(BATCH)

    def write(connection: sa.Connection) -> list[str]:
        # PostgreSQL: lock the rows, so that no action can be added, then look again with what was added meanwhile.
        ids = list(connection.execute(oldest.with_for_update(skip_locked=True)).scalars())
        if not ids:
            return []
        gone = sa.delete(matches).where(matches.c.id.in_(ids), condition).returning(matches.c.id)
        return list(connection.execute(gone).scalars())

    return write


def clear_uploads(before: float) -> Callable[[sa.Connection], int]:
    """Delete a batch of uploaded records that nobody has opened since then; how many."""
    oldest = sa.select(records.c.id).where(records.c.opened_at < before).order_by(records.c.opened_at).limit(BATCH)
    gone = sa.delete(records).where(records.c.id.in_(oldest), records.c.opened_at < before)
    return lambda connection: connection.execute(gone).rowcount


@dataclass(frozen=True, slots=True)
class Swept:
    """A batch of guests that were looked at: how many of them are gone, and the last one, None if there was none."""

    gone: int
    last: tuple[float, str] | None


def clear_guests(before: float, after: tuple[float, str]) -> Callable[[sa.Connection], Swept]:
    """Look at the next guests not seen since `before`, past `after`; delete those of whom nothing else is stored.

    In portions by the index of `seen_at`: most of those who stay away have played, and are looked at each time.
    """
    row = sa.tuple_(players.c.seen_at, players.c.id)
    some = sa.select(players.c.seen_at, players.c.id).where(players.c.seen_at < before, row > after)
    some = some.order_by(players.c.seen_at, players.c.id).limit(GUESTS)

    def write(connection: sa.Connection) -> Swept:
        rows = connection.execute(some).all()
        if not rows:
            return Swept(0, None)
        mine = players.c.id.in_([row.id for row in rows])
        # PostgreSQL looks at `seen_at` again after waiting for somebody who comes back just now.
        gone = sa.delete(players).where(mine, players.c.seen_at < before, *NOTHING_KEPT)
        return Swept(connection.execute(gone).rowcount, (rows[-1].seen_at, rows[-1].id))

    return write
