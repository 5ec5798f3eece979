"""Counts of the whole site, from the database."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from app.live.models import presence, workers
from app.matches.models import matches
from app.web.metrics import SiteCounts

STATUSES: Final = ("open", "setup", "playing", "over")
HERE: Final = sa.cast(presence.c.a, sa.Integer) + sa.cast(presence.c.b, sa.Integer)
"""The number of connected players in a row of `presence`."""


def site_counts(connection: sa.Connection) -> SiteCounts:
    """Return the counts as the database has them now."""
    by_status = sa.select(matches.c.status, sa.func.count().label("number")).group_by(matches.c.status)
    found = {row.status: row.number for row in connection.execute(by_status)}
    here, watchers = connection.execute(sa.select(sa.func.sum(HERE), sa.func.sum(presence.c.watchers))).one()
    running = connection.execute(sa.select(sa.func.count()).select_from(workers)).scalar_one()
    return SiteCounts({status: found.get(status, 0) for status in STATUSES}, running, here or 0, watchers or 0)
