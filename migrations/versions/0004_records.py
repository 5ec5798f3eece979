"""Records that guests have uploaded.

Revision ID: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the table up."""
    op.create_table(
        "records",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("mode", sa.String(8), nullable=False),
        sa.Column("edition", sa.String(8), nullable=False),
        sa.Column("format", sa.String(24), nullable=False),
        sa.Column("name_a", sa.String(24)),
        sa.Column("name_b", sa.String(24)),
        sa.Column("winner", sa.String(8)),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("updated_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_records"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_records_player_id_players", ondelete="CASCADE"),
    )
    op.create_index("ix_records_player_id", "records", ["player_id"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("records")
