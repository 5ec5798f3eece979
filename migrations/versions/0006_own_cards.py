"""The reports of boards that are played with the players' own cards."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006_own_cards"
down_revision = "0005_word"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring it up."""
    op.add_column("boards", sa.Column("reports", sa.String(60)))
    op.add_column("boards", sa.Column("reported_at", sa.Double))


def downgrade() -> None:
    """Take it back."""
    for name in ("reported_at", "reports"):
        op.drop_column("boards", name)
