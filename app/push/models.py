"""The tables of notifications: each guest's subscriptions, and the notifications to send."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.belongings import Values, ownership, player_column
from app.store.database import metadata

ENDPOINT_LENGTH = 1000
SITE_LENGTH = 300


def _browser(row: Values) -> Values:
    return {name: row[name] for name in ("language", "created_at")}


subscriptions = sa.Table(
    "push_subscriptions",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),  # a hash of the endpoint
    player_column("player_id", ownership(keeps_guest=False, export=_browser), index=True),
    sa.Column("endpoint", sa.String(ENDPOINT_LENGTH), nullable=False),
    sa.Column("p256dh", sa.String(128), nullable=False),
    sa.Column("auth", sa.String(64), nullable=False),
    sa.Column("language", sa.String(16), nullable=False),  # of the browser that asked
    sa.Column("site", sa.String(SITE_LENGTH), nullable=False),  # the address under which it knows this site
    sa.Column("created_at", sa.Double, nullable=False),
)

# The last notification of a player about a match: at most one waits. `seq` is the number of actions then, so
# that several workers with the same reason write it once; `due_at` is null when it is sent or no longer needed.
notifications = sa.Table(
    "push_calls",
    metadata,
    player_column("player_id", ownership(keeps_guest=False, export=None), primary_key=True),
    sa.Column("match_id", sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("due_at", sa.Double),
)
sa.Index(
    "ix_push_calls_due",
    notifications.c.due_at,
    sqlite_where=notifications.c.due_at.is_not(None),
    postgresql_where=notifications.c.due_at.is_not(None),
)
