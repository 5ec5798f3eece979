"""Who has the start page open at which worker.

Revision ID: 0041
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the table up."""
    op.create_table(
        "visits",
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("worker", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_visits_player_id_players", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["worker"], ["workers.id"], name="fk_visits_worker_workers", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("player_id", "worker", name="pk_visits"),
    )
    op.create_index("ix_visits_worker", "visits", ["worker"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("visits")
