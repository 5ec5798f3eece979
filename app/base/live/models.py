"""The tables through which workers know of each other, of connections, and of the site's own time."""

from __future__ import annotations

import sqlalchemy as sa

from app.base.store.belongings import ownership, player_column
from app.base.store.database import metadata

workers = sa.Table(
    "workers",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("beat", sa.Integer, nullable=False),  # goes up while the worker lives; no clock is compared
)

presence = sa.Table(
    "presence",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("worker", sa.ForeignKey("workers.id", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("a", sa.Boolean, nullable=False),
    sa.Column("b", sa.Boolean, nullable=False),
    sa.Column("watchers", sa.Integer, nullable=False),
)

# The guests with friends who have the start page open, and at which worker
# (app/matches/core/opponents/friends_here.py).
visits = sa.Table(
    "visits",
    metadata,
    player_column("player_id", ownership(keeps_guest=False, export=None), primary_key=True),
    sa.Column("worker", sa.ForeignKey("workers.id", ondelete="CASCADE"), primary_key=True, index=True),
)

# One row; see site_clock.py.
site_clock = sa.Table(
    "site_clock",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("now", sa.Double, nullable=False),  # seconds that the site has run
    sa.Column("at", sa.Double, nullable=False),  # the database's own time then: only differences count
)
