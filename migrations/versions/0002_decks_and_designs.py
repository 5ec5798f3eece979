"""Saved decks and designed cards.

Revision ID: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up."""
    op.create_table(
        "decks",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("cards", sa.Text, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("updated_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_decks"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_decks_player_id_players", ondelete="CASCADE"),
    )
    op.create_index("ix_decks_player_id", "decks", ["player_id"])
    op.create_table(
        "designs",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("icon", sa.String(60), nullable=False),
        sa.Column("card", sa.LargeBinary, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("updated_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_designs"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_designs_player_id_players", ondelete="CASCADE"),
    )
    op.create_index("ix_designs_player_id", "designs", ["player_id"])


def downgrade() -> None:
    """Take them back."""
    op.drop_table("designs")
    op.drop_table("decks")
