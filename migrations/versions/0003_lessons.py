"""How far guests are in the tutorial.

Revision ID: 0003
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the table up."""
    op.create_table(
        "lessons",
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("slug", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("moves", sa.Text, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "slug", name="pk_lessons"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_lessons_player_id_players", ondelete="CASCADE"),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("lessons")
