"""Indexes by which matches to be cleared away are found without sorting all.

Revision ID: 0010
"""

from __future__ import annotations

from typing import Final

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

TIMES: Final = ("created", "started", "finished")


def upgrade() -> None:
    """Bring the tables up."""
    for time in TIMES:
        op.create_index(f"ix_matches_status_{time}", "matches", ["status", f"{time}_at", "id"])


def downgrade() -> None:
    """Take it back."""
    for time in TIMES:
        op.drop_index(f"ix_matches_status_{time}", "matches")
