"""The table of the days on which guests solved the puzzle of the day; tries are exercises as lessons are."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.belongings import ownership
from app.store.database import metadata

days = sa.Table(
    "puzzle_days",
    metadata,
    sa.Column("player_id", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, info=ownership()),
    sa.Column("day", sa.String(10), primary_key=True),  # "2022-12-31", UTC
)
