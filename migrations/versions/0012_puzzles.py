"""How far guests are in puzzles, and the days on which they solved the puzzle of the day.

Revision ID: 0012
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up."""
    op.create_table(
        "puzzle_tries",
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("puzzle_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("moves", sa.Text, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "puzzle_id", name="pk_puzzle_tries"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_puzzle_tries_player_id_players", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "puzzle_days",
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "day", name="pk_puzzle_days"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_puzzle_days_player_id_players", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    """Take them back."""
    op.drop_table("puzzle_days")
    op.drop_table("puzzle_tries")
