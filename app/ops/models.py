"""Tables of what a site says to everybody, and of the chores that one worker does for all."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.database import metadata

chores = sa.Table(
    "chores",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("at", sa.Double, nullable=False),  # when a worker last took it on; of the clock: see chores.py
)
