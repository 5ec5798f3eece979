"""Clocks: which ones a match has and how they stand, and the site's own time, by which they are told.

Revision ID: 0018
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the columns and the table up."""
    op.add_column("matches", sa.Column("clock", sa.String(32)))
    op.add_column("matches", sa.Column("clock_state", sa.String(600)))
    op.add_column("matches", sa.Column("clock_due", sa.Double))
    running = sa.text("clock_due IS NOT NULL")
    op.create_index("ix_matches_clock_due", "matches", ["clock_due"], sqlite_where=running, postgresql_where=running)
    op.create_table(
        "site_clock",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("now", sa.Double, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_site_clock"),
    )


def downgrade() -> None:
    """Take them back."""
    op.drop_table("site_clock")
    op.drop_index("ix_matches_clock_due", "matches")
    for column in ("clock_due", "clock_state", "clock"):
        op.drop_column("matches", column)
