"""Uploaded records: the id that a browser gave to a match which it played without a connection."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008_offline"
down_revision = "0007_won_by"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring it up."""
    op.add_column("records", sa.Column("offline_id", sa.String(32)))


def downgrade() -> None:
    """Take it back."""
    with op.batch_alter_table("records") as batch:
        batch.drop_column("offline_id")
