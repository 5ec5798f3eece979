"""Reports about studies, besides those about players of a match.

Revision ID: 0085
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0085"
down_revision = "0053"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the column up."""
    op.add_column("reports", sa.Column("about", sa.String(8), nullable=False, server_default="match"))


def downgrade() -> None:
    """Take it back."""
    op.drop_column("reports", "about")
