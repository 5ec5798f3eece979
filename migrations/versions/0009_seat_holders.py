"""What plays at a seat instead of a guest: the automaton was known by the mode of the match before.

Revision ID: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the table up."""
    for seat in ("a", "b"):
        op.add_column("matches", sa.Column(f"computer_{seat}", sa.String(16)))
    op.execute("UPDATE matches SET computer_b = 'automaton' WHERE mode = 'solo'")


def downgrade() -> None:
    """Take it back."""
    for seat in ("a", "b"):
        op.drop_column("matches", f"computer_{seat}")
