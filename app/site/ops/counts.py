"""Counts of the whole site, from the database."""

from __future__ import annotations

import time
from typing import Final

import sqlalchemy as sa

from app.base.live.models import presence, workers
from app.base.web.metrics import SiteCounts
from app.matches.core.storage.models import matches

STATUSES: Final = ("open", "setup", "playing", "over")
HERE: Final = sa.cast(presence.c.a, sa.Integer) + sa.cast(presence.c.b, sa.Integer)
"""The number of connected players in a row of `presence`."""


RECOUNT_EVERY: Final = 300.0  # seconds
LATE: Final = 60.0  # seconds by which the clocks of two workers may differ, or a commit come later than its time


class SiteCounter:
    """Counts the site. Most matches are over: their number is kept, and only newer ones are counted. Deleted ones are
    subtracted after a few minutes."""

    def __init__(self) -> None:
        self._over = 0  # matches that were over
        self._until = -1.0
        self._counted_at = -RECOUNT_EVERY

    def read(self, connection: sa.Connection) -> SiteCounts:
        """Return the counts as the database has them now."""
        found = {status: _number(connection, matches.c.status == status) for status in STATUSES if status != "over"}
        if time.monotonic() - self._counted_at >= RECOUNT_EVERY:
            until = time.time() - LATE
            self._over = _number(connection, _OVER, matches.c.finished_at <= until)
            self._until, self._counted_at = until, time.monotonic()
        found["over"] = self._over + _number(connection, _OVER, matches.c.finished_at > self._until)
        here, watchers = connection.execute(sa.select(sa.func.sum(HERE), sa.func.sum(presence.c.watchers))).one()
        running = connection.execute(sa.select(sa.func.count()).select_from(workers)).scalar_one()
        return SiteCounts(found, running, here or 0, watchers or 0)


_OVER: Final = matches.c.status == "over"


def _number(connection: sa.Connection, *conditions: sa.ColumnElement[bool]) -> int:
    counted = sa.select(sa.func.count()).select_from(matches).where(*conditions)
    return connection.execute(counted).scalar_one()
