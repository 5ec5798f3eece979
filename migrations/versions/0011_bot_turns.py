"""Which worker plays for the bot of a match.

Revision ID: 0011
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the table up."""
    op.create_table(
        "bot_turns",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("worker", sa.String(32)),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_bot_turns_match_id_matches", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["worker"], ["workers.id"], name="fk_bot_turns_worker_workers", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("match_id", name="pk_bot_turns"),
    )
    op.create_index("ix_bot_turns_worker", "bot_turns", ["worker"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("bot_turns")
