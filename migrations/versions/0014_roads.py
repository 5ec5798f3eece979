"""Legacy: the roads of players, and the seeds of weeks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014_roads"
down_revision = "0013_seats"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring it up."""
    op.create_table(
        "roads",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("week", sa.String(8)),
        sa.Column("starter", sa.Integer, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("steps", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("lives", sa.Integer, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("ended_at", sa.Double),
        sa.UniqueConstraint("player_id", "week"),
    )
    op.create_table(
        "road_weeks",
        sa.Column("week", sa.String(8), primary_key=True),
        sa.Column("seed", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_roads_player_id", "roads", ["player_id"])
    op.create_index("ix_roads_week", "roads", ["week", "won"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("road_weeks")
    op.drop_table("roads")
