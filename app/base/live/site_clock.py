"""The site's own clock: it runs while the site does, and stands while no worker or no database is there.

The one row of `site_clock` holds its time in seconds, and the database's time at which that was so. Every worker moves
it on, by its beats, and never by more than has passed on the worker's steady clock since its own last beat: a clock
that was set, a machine that slept, a server that was down move nothing. Deadlines are stated in it. See
docs/decisions/clocks.md.
"""

from __future__ import annotations

import time
from typing import Final, NamedTuple

import sqlalchemy as sa

from app.base.live.models import site_clock
from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.base.store.upsert import insert_into

ROW: Final = 1
SLACK: Final = 2.5
"""Seconds by which a beat may be late. A worker that was away for longer has not run."""


class _Reading(NamedTuple):
    """The site's time, read when the worker's steady clock stood at `steady`."""

    now: float
    steady: float


class SiteClock:
    """This worker's knowledge of the site's time: what it last read, and its own steady clock since then."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._writer = writer
        self._move = _move(database.engine)
        self._read = _Reading(0.0, time.monotonic())
        self._runs = False  # the last beat was written: the time since then counts
        self._every = 0.0

    def now(self) -> float:
        """Return the site's time; no more than a late beat ahead of what was read, if none comes any more."""
        passed = time.monotonic() - self._read.steady
        return self._read.now + min(passed, self._every + SLACK)

    async def beat(self, every: float | None = None) -> float:
        """Move the site's time on and return it. The next beat comes in `every` seconds, or as stated before.

        AppError(storage_unavailable): then nothing that has passed since the last beat counts.
        """
        last, most = self._read.steady, self._every + SLACK if self._runs else 0.0
        self._runs = False
        self._every = self._every if every is None else every
        self._read = await self._writer.job(lambda connection: self._moved(connection, last, most))
        self._runs = True
        return self._read.now

    def _moved(self, connection: sa.Connection, last: float, most: float) -> _Reading:
        steady = time.monotonic()
        counts = steady - last if steady - last <= most else 0.0
        return _Reading(connection.execute(self._move, {"counts": counts}).scalar_one(), steady)


def _move(engine: sa.Engine) -> sa.Executable:
    """Return the statement that moves the site's time on: by what has passed, but by `counts` at most."""
    insert = insert_into(engine, site_clock)
    at = _database_time(engine.dialect.name)
    passed, most = at - site_clock.c.at, sa.bindparam("counts", type_=sa.Double)
    counted = sa.case((passed < 0.0, 0.0), (passed > most, most), else_=passed)
    moved = insert.values(id=ROW, now=0.0, at=at).on_conflict_do_update(
        index_elements=[site_clock.c.id], set_={"now": site_clock.c.now + counted, "at": at}
    )
    return moved.returning(site_clock.c.now)


def _database_time(dialect: str) -> sa.ColumnElement[float]:
    """Return the database's time in seconds since 1970, as an expression."""
    if dialect == "postgresql":
        return sa.cast(sa.func.extract("epoch", sa.func.clock_timestamp()), sa.Double)
    return (sa.func.julianday("now", type_=sa.Double) - 2_440_587.5) * 86_400.0
