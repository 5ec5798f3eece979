"""The table of mistakes: costly turns that guests try again; the tries themselves are exercises as puzzles are."""

from __future__ import annotations

import sqlalchemy as sa

from app.base.store.belongings import ownership, player_column
from app.base.store.database import metadata

mistakes = sa.Table(
    "mistakes",
    metadata,
    player_column("player_id", ownership(), primary_key=True),
    sa.Column("match_id", sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("step", sa.Integer, primary_key=True, autoincrement=False),  # the turn begins after so many actions
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("task", sa.LargeBinary, nullable=False),  # JSON (task.py) by zlib
    sa.Column("rests", sa.Integer, nullable=False),  # how many of the breaks between its returns are over or left out
    sa.Column("slipped", sa.Boolean, nullable=False),  # a try has failed since it was last due
    sa.Column("due", sa.String(10)),  # "2022-12-31", UTC: the day on which it is due again; null when it is learnt
    sa.Column("created_at", sa.Double, nullable=False),
)
sa.Index("ix_mistakes_due", mistakes.c.player_id, mistakes.c.due)
