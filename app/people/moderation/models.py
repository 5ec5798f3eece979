"""The tables of moderation: who may moderate, and the log of their acts."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from app.base.store.belongings import Values, ownership, player_column
from app.base.store.database import metadata
from app.people.players.models import REASON_LENGTH
from app.people.players.player import NAME_LENGTH

SUBJECT_LENGTH: Final = 64

moderators = sa.Table(
    "moderators",
    metadata,
    player_column("player_id", ownership(), primary_key=True),
    sa.Column("role", sa.String(12), nullable=False),
    sa.Column("since", sa.Double, nullable=False),
)


def _entry(row: Values) -> Values:
    return {name: row[name] for name in ("at", "act", "reason")}


# An entry outlasts the players it names.
moderation_log = sa.Table(
    "moderation_log",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("at", sa.Double, nullable=False, index=True),
    player_column(  # null: the password of the page
        "actor_id", ownership(keeps_guest=False, on_delete="unset", may_repeat=True, export=None), index=True
    ),
    sa.Column("actor", sa.String(NAME_LENGTH), nullable=False),
    sa.Column("act", sa.String(16), nullable=False),
    player_column(  # the subject of the act
        "player_id", ownership(keeps_guest=False, on_delete="unset", may_repeat=True, export=_entry), index=True
    ),
    sa.Column("subject", sa.String(SUBJECT_LENGTH), nullable=False),  # a name, a network, a role, a label
    sa.Column("match_id", sa.String(32)),
    sa.Column("reason", sa.String(REASON_LENGTH), nullable=False),
)
