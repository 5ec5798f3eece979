"""Challenges: when the player who is asked saw it first."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009_seen"
down_revision = "0008_offline"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring it up."""
    op.add_column("challenges", sa.Column("seen_at", sa.Double))


def downgrade() -> None:
    """Take it back."""
    with op.batch_alter_table("challenges") as batch:
        batch.drop_column("seen_at")
