"""The tables of notifications: what each guest has subscribed with, and the notifications to send."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from app.base.store.belongings import Values, ownership, player_column
from app.base.store.database import metadata

ENDPOINT_LENGTH = 1000
SITE_LENGTH = 300
OWN: Final = "own"
"""The hook of a player's own address for messages."""
CALENDAR: Final = "calendar"
"""The hook of a player's calendar: its endpoint is the key in its address, and nothing is sent there."""


def _subscribed(row: Values) -> Values:
    return {name: row[name] for name in ("hook", "language", "created_at")}


subscriptions = sa.Table(
    "push_subscriptions",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),  # of a browser and a calendar: a hash of the endpoint
    player_column("player_id", ownership(keeps_guest=False, export=_subscribed), index=True),
    sa.Column("endpoint", sa.String(ENDPOINT_LENGTH), nullable=False),
    sa.Column("p256dh", sa.String(128), nullable=False),
    sa.Column("auth", sa.String(64), nullable=False),  # of a hook: the secret that signs its messages
    sa.Column("language", sa.String(16), nullable=False),  # of the browser that asked
    sa.Column("site", sa.String(SITE_LENGTH), nullable=False),  # the address under which it knows this site
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("hook", sa.String(32)),  # null: a browser; OWN, CALENDAR, or an organizer's: the tournament's id
    sa.Column("tournament_id", sa.ForeignKey("tournaments.id", ondelete="CASCADE"), index=True),
    sa.Column("failing_since", sa.Double),  # a hook that has accepted nothing since then
    sa.Column(
        "is_off", sa.Boolean, nullable=False, server_default=sa.false()
    ),  # a hook that has accepted nothing yet, or for too long
    sa.Column("address", sa.String(32)),  # a keyed hash of the one from which a hook was set
    sa.Index("ix_push_subscriptions_hook", "player_id", "hook", unique=True),  # one each; browsers are many
)

# The last notification of a player about a match, and each about a round, for the browsers (`hook` is empty) and for a
# hook apart: one may be reached while the other is not. `about`: the match, or the tournament and the round.
# `seq` is the number of actions then, so that several workers with the same reason write it once, or the round;
# `due_at` is null when it is sent or no longer needed.
notifications = sa.Table(
    "push_calls",
    metadata,
    player_column("player_id", ownership(keeps_guest=False, export=None), primary_key=True),
    sa.Column("hook", sa.String(32), primary_key=True),
    sa.Column("about", sa.String(48), primary_key=True),
    sa.Column("match_id", sa.ForeignKey("matches.id", ondelete="CASCADE"), index=True),
    sa.Column("tournament_id", sa.ForeignKey("tournaments.id", ondelete="CASCADE"), index=True),
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
