"""The table of exercises begun: each guest's progress in each lesson and puzzle."""

from __future__ import annotations

import sqlalchemy as sa

from app.base.store.belongings import ownership, player_column
from app.base.store.database import metadata

exercises = sa.Table(
    "exercises",
    metadata,
    player_column("player_id", ownership(merge_prefers="done"), primary_key=True),
    sa.Column("kind", sa.String(8), primary_key=True),
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("seq", sa.Integer, nullable=False),  # counts moves and new beginnings: the page's state, as in a match
    sa.Column("moves", sa.Text, nullable=False),  # JSON list of what was played since the last beginning
    sa.Column("done", sa.Boolean, nullable=False),  # once done, an exercise stays done
    sa.Column("day", sa.String(10)),  # the day for which the try counts, as it was when it began
)
