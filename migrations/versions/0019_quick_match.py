"""Which tables wait for a quick match, and the words by which a table is found.

Revision ID: 0019
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the column and the table up."""
    op.add_column("waiting", sa.Column("game", sa.String(80)))
    op.add_column("waiting", sa.Column("quick", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("ix_waiting_game", "waiting", ["game"])
    op.create_table(
        "spoken_codes",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("code", sa.String(48), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name="fk_spoken_codes_match_id_matches", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", name="pk_spoken_codes"),
        sa.UniqueConstraint("code", name="uq_spoken_codes_code"),
    )


def downgrade() -> None:
    """Take them back."""
    op.drop_table("spoken_codes")
    op.drop_index("ix_waiting_game", "waiting")
    op.drop_column("waiting", "quick")
    op.drop_column("waiting", "game")
