"""The columns by which a player's own figures are counted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004_figures"
down_revision = "0003_repeated_calls"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring it up."""
    op.add_column("results", sa.Column("began", sa.Boolean))
    op.add_column("results", sa.Column("turns", sa.Integer))
    op.add_column("results", sa.Column("foe_deck", sa.String(16)))
    op.add_column("results", sa.Column("cards", sa.Text))


def downgrade() -> None:
    """Take it back."""
    for name in ("cards", "foe_deck", "turns", "began"):
        op.drop_column("results", name)
