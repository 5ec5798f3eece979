"""The answers of calls that may be sent again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003_repeated_calls"
down_revision = "0002_day_of_a_try"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the table up."""
    op.create_table(
        "repeated_calls",
        sa.Column("hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("body", sa.LargeBinary(32), nullable=False),
        sa.Column("answer", sa.Text),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("ix_repeated_calls_at", "repeated_calls", ["at"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("repeated_calls")
