"""When the players of a series' next match were seen there.

Revision ID: 0028
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the columns up."""
    op.add_column("matches", sa.Column("seen_a", sa.Double))
    op.add_column("matches", sa.Column("seen_b", sa.Double))


def downgrade() -> None:
    """Take them back."""
    for column in ("seen_b", "seen_a"):
        op.drop_column("matches", column)
