"""The table of the days on which guests solved the puzzle of the day; tries are stored as exercises."""

from __future__ import annotations

import sqlalchemy as sa

from app.base.store.belongings import ownership, player_column
from app.base.store.database import metadata

days = sa.Table(
    "puzzle_days",
    metadata,
    player_column("player_id", ownership(), primary_key=True),
    sa.Column("day", sa.String(10), primary_key=True),  # "2022-12-31", UTC
)
