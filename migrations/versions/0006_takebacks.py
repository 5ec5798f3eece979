"""Who asks to take a finished turn back, and after how many actions.

Revision ID: 0006
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up."""
    op.add_column("matches", sa.Column("takeback_offer", sa.String(1)))
    op.add_column("matches", sa.Column("takeback_seq", sa.Integer))


def downgrade() -> None:
    """Take it back."""
    op.drop_column("matches", "takeback_seq")
    op.drop_column("matches", "takeback_offer")
