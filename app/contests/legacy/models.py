"""The tables of roads, and of weeks. A road is its deck, its seed and its steps: all else is replayed from them."""

from __future__ import annotations

import sqlalchemy as sa

from app.base.store.belongings import ownership, player_column
from app.base.store.database import metadata

roads = sa.Table(
    "roads",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),  # begins with the mark of a road
    player_column("player_id", ownership(merge_prefers="won"), nullable=False, index=True),
    sa.Column("week", sa.String(8)),  # "2026-W49" for a road of the week
    sa.Column("starter", sa.Integer, nullable=False),  # the starter deck that it began with
    sa.Column("seed", sa.LargeBinary, nullable=False),  # secret: all chance of the road comes from it
    sa.Column("steps", sa.Text, nullable=False),  # JSON, a list of service.StoredStep
    sa.Column("version", sa.Integer, nullable=False),  # goes up with each change
    sa.Column("won", sa.Integer, nullable=False),  # islands; this and what follows is what the steps say
    sa.Column("lives", sa.Integer, nullable=False),
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("ended_at", sa.Double),
    sa.UniqueConstraint("player_id", "week"),
)
road_weeks = sa.Table(
    "road_weeks",
    metadata,
    sa.Column("week", sa.String(8), primary_key=True),
    sa.Column("seed", sa.LargeBinary, nullable=False),  # of everybody's road; secret
)
sa.Index("ix_roads_week", roads.c.week, roads.c.won)
