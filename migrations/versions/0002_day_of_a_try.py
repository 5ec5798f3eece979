"""The day for which a try of a puzzle or a mistake counts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002_day_of_a_try"
down_revision = "0070"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring it up."""
    op.add_column("exercises", sa.Column("day", sa.String(10)))


def downgrade() -> None:
    """Take it back."""
    op.drop_column("exercises", "day")
