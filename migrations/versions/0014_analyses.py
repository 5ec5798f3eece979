"""What the computer says of finished matches.

Revision ID: 0014
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the table up."""
    op.create_table(
        "analyses",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("worker", sa.String(32)),
        sa.Column("asked_at", sa.Double, nullable=False),
        sa.Column("result", sa.LargeBinary),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_analyses_match_id_matches", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["worker"], ["workers.id"], name="fk_analyses_worker_workers", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("match_id", name="pk_analyses"),
    )
    op.create_index("ix_analyses_worker", "analyses", ["worker"])
    pending = sa.text("result IS NULL")
    op.create_index("ix_analyses_pending", "analyses", ["asked_at"], sqlite_where=pending, postgresql_where=pending)


def downgrade() -> None:
    """Take it back."""
    op.drop_table("analyses")
