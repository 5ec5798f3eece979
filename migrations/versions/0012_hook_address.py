"""Hooks: the address from which each was set, as a keyed hash."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012_hook_address"
down_revision = "0011_seatings"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring it up."""
    op.add_column("push_subscriptions", sa.Column("address", sa.String(32)))


def downgrade() -> None:
    """Take it back."""
    with op.batch_alter_table("push_subscriptions") as batch:
        batch.drop_column("address")
