"""The level of the computer that won a deal before its day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007_won_by"
down_revision = "0006_own_cards"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring it up."""
    op.add_column("deals", sa.Column("won_by", sa.Integer))


def downgrade() -> None:
    """Take it back."""
    with op.batch_alter_table("deals") as batch:
        batch.drop_column("won_by")
