"""What guests have chosen on the page of settings.

Revision ID: 0015
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the table up."""
    op.create_table(
        "preferences",
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("chosen", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_preferences_player_id_players", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("player_id", name="pk_preferences"),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("preferences")
