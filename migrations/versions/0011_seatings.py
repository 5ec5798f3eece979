"""Tournaments: who sits at which board of a round is a seating; a place is one in the hand."""

from __future__ import annotations

from alembic import op

revision = "0011_seatings"
down_revision = "0010_faces"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring it up."""
    op.rename_table("places", "seatings")


def downgrade() -> None:
    """Take it back."""
    op.rename_table("seatings", "places")
