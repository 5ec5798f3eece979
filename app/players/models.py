"""The tables of players, all of them guests: a name, how they prove who they are, what they have chosen."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.database import metadata

NAME_LENGTH = 24
LABEL_LENGTH = 60
DEFAULT_NAME = "Guest"

players = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(NAME_LENGTH), nullable=False),
    # SHA-256 of the API token; a browser's guest has none, its signed cookie names the id.
    sa.Column("token_hash", sa.LargeBinary(32), unique=True),
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("seen_at", sa.Double, nullable=False, server_default="0", index=True),  # to the day
)

# What a guest has chosen on the page of settings: JSON of what differs from the defaults (preferences.py).
preferences = sa.Table(
    "preferences",
    metadata,
    sa.Column("player_id", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("chosen", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
)

invites = sa.Table(
    "invites",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("code_hash", sa.LargeBinary(32), nullable=False, unique=True),  # SHA-256; the code is shown once
    sa.Column("label", sa.String(LABEL_LENGTH), nullable=False),
    sa.Column("uses_left", sa.Integer, nullable=False),
    sa.Column("expires_at", sa.Double, nullable=False),
    sa.Column("created_at", sa.Double, nullable=False),
)

# Who has accepted an invitation may open tables for as long as that is not withdrawn.
invited = sa.Table(
    "invited",
    metadata,
    sa.Column("player_id", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("invite_id", sa.ForeignKey("invites.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("at", sa.Double, nullable=False),
)
