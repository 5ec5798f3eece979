"""Of which series a match is, and how that stood before it.

Revision ID: 0023
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the columns up."""
    op.add_column("matches", sa.Column("best_of", sa.Integer))
    op.add_column("matches", sa.Column("series_decks", sa.String(5)))
    op.add_column("matches", sa.Column("won_a", sa.Integer))
    op.add_column("matches", sa.Column("won_b", sa.Integer))


def downgrade() -> None:
    """Take them back."""
    for column in ("won_b", "won_a", "series_decks", "best_of"):
        op.drop_column("matches", column)
