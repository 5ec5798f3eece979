"""The SQL table of notices to everybody."""

from __future__ import annotations

import sqlalchemy as sa

from app.base.store.database import metadata

NOTICE_LENGTH = 300
notices = sa.Table(
    "notices",
    metadata,
    sa.Column("kind", sa.String(16), primary_key=True),  # "announcement" or "shutdown": at most one of each
    sa.Column("text", sa.String(NOTICE_LENGTH), nullable=False),
    sa.Column("at", sa.Double),  # shutdown: when the server stops; announcement: when it is taken down, if ever
)
