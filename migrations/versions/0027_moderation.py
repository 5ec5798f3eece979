"""Who may moderate, and the log of what was done.

Revision ID: 0027
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up."""
    op.create_table(
        "moderators",
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("since", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("player_id", name="pk_moderators"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_moderators_player_id_players", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "moderation_log",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("actor_id", sa.String(32)),
        sa.Column("actor", sa.String(24), nullable=False),
        sa.Column("act", sa.String(16), nullable=False),
        sa.Column("player_id", sa.String(32)),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("match_id", sa.String(32)),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_moderation_log"),
        sa.ForeignKeyConstraint(
            ["actor_id"], ["players.id"], name="fk_moderation_log_actor_id_players", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_moderation_log_player_id_players", ondelete="SET NULL"
        ),
    )
    for column in ("at", "actor_id", "player_id"):
        op.create_index(f"ix_moderation_log_{column}", "moderation_log", [column])


def downgrade() -> None:
    """Take them back."""
    op.drop_table("moderation_log")
    op.drop_table("moderators")
