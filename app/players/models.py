"""The table of players, all of them guests: a name, and how they prove who they are."""

from __future__ import annotations

from dataclasses import dataclass, field

import sqlalchemy as sa

from app.db import metadata

NAME_LENGTH = 24
DEFAULT_NAME = "Guest"

players = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(NAME_LENGTH), nullable=False),
    # SHA-256 of the API token; a browser's guest has none, its signed cookie names the id.
    sa.Column("token_hash", sa.LargeBinary(32), unique=True),
    sa.Column("created_at", sa.Double, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Player:
    """A guest. The id is a secret between the guest and the server: other players see names only."""

    id: str = field(repr=False)
    name: str
