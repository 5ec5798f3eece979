"""One's own costly turns, to be tried again.

Revision ID: 0052
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0052"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the table up."""
    op.create_table(
        "mistakes",
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("step", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("task", sa.LargeBinary, nullable=False),
        sa.Column("rests", sa.Integer, nullable=False),
        sa.Column("slipped", sa.Boolean, nullable=False),
        sa.Column("due", sa.String(10)),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_mistakes_player_id_players", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_mistakes_match_id_matches", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("player_id", "match_id", "step", name="pk_mistakes"),
    )
    op.create_index("ix_mistakes_match_id", "mistakes", ["match_id"])
    op.create_index("ix_mistakes_due", "mistakes", ["player_id", "due"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("mistakes")
