"""How many seconds late a caster may see both hands of a match.

Revision ID: 0045
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0052"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the column up."""
    op.add_column("matches", sa.Column("caster", sa.Integer))


def downgrade() -> None:
    """Take it back."""
    op.drop_column("matches", "caster")
