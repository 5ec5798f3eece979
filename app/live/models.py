"""The tables through which workers know of each other, and of who is connected where."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.database import metadata

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
