"""The tables of moderation: who may moderate, and the log of what was done."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from app.players.models import NAME_LENGTH, REASON_LENGTH
from app.store.belongings import Values, ownership
from app.store.database import metadata

SUBJECT_LENGTH: Final = 64

moderators = sa.Table(
    "moderators",
    metadata,
    sa.Column("player_id", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, info=ownership()),
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
    sa.Column(
        "actor_id",  # null: the password of the page
        sa.ForeignKey("players.id", ondelete="SET NULL"),
        index=True,
        info=ownership(keeps_guest=False, on_delete="unset", may_repeat=True, export=None),
    ),
    sa.Column("actor", sa.String(NAME_LENGTH), nullable=False),
    sa.Column("act", sa.String(16), nullable=False),
    sa.Column(
        "player_id",  # the subject of the act
        sa.ForeignKey("players.id", ondelete="SET NULL"),
        index=True,
        info=ownership(keeps_guest=False, on_delete="unset", may_repeat=True, export=_entry),
    ),
    sa.Column("subject", sa.String(SUBJECT_LENGTH), nullable=False),  # a name, a network, a role, a label
    sa.Column("match_id", sa.String(32)),
    sa.Column("reason", sa.String(REASON_LENGTH), nullable=False),
)
