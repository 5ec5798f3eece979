"""Challenges to players whom one has met.

Revision ID: 0021
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the table up."""
    op.create_table(
        "challenges",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("from_id", sa.String(32), nullable=False),
        sa.Column("to_id", sa.String(32), nullable=False),
        sa.Column("from_name", sa.String(24), nullable=False),
        sa.Column("to_name", sa.String(24), nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name="fk_challenges_match_id_matches", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["from_id"], ["players.id"], name="fk_challenges_from_id_players", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["to_id"], ["players.id"], name="fk_challenges_to_id_players", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", name="pk_challenges"),
    )
    op.create_index("ix_challenges_from_id", "challenges", ["from_id"])
    op.create_index("ix_challenges_to_id", "challenges", ["to_id"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("challenges")
