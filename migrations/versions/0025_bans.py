"""Whom the host keeps from talking, or out.

Revision ID: 0025
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the table up."""
    op.create_table(
        "bans",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("player_id", sa.String(32)),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("network", sa.String(43)),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("ends_at", sa.Double),
        sa.PrimaryKeyConstraint("id", name="pk_bans"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_bans_player_id_players", ondelete="CASCADE"),
    )
    op.create_index("ix_bans_player_id", "bans", ["player_id"])
    op.create_index("ix_bans_ends_at", "bans", ["ends_at"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("bans")
