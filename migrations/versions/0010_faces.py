"""Matches: the pictures that the guests at their seats had chosen."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010_faces"
down_revision = "0009_seen"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring it up."""
    for name in ("face_a", "face_b"):
        op.add_column("matches", sa.Column(name, sa.String(24)))


def downgrade() -> None:
    """Take it back."""
    for name in ("face_b", "face_a"):
        op.drop_column("matches", name)
