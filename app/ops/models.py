"""Tables of what a site says to everybody, and of the chores that one worker does for all."""

from __future__ import annotations

import sqlalchemy as sa

from app.db import metadata

NOTICE_LENGTH = 300

notices = sa.Table(
    "notices",
    metadata,
    sa.Column("kind", sa.String(16), primary_key=True),  # "announcement" or "shutdown": at most one of each
    sa.Column("text", sa.String(NOTICE_LENGTH), nullable=False),
    sa.Column("at", sa.Double),  # shutdown: when the server stops; announcement: when it is taken down, if ever
)

chores = sa.Table(
    "chores",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("at", sa.Double, nullable=False),  # when a worker last took it on; of the clock: see chores.py
)
