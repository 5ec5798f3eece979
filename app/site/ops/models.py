"""The table of tasks that one worker does now and then for all."""

from __future__ import annotations

import sqlalchemy as sa

from app.base.store.database import metadata

chores = sa.Table(
    "chores",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("at", sa.Double, nullable=False),  # when a worker last claimed it; for the clock's row see maintenance.py
)
