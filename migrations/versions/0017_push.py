"""Notifications: where browsers can be reached, and what is to be said to whom.

Revision ID: 0017
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up."""
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.String(128), nullable=False),
        sa.Column("auth", sa.String(64), nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("site", sa.String(300), nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_push_subscriptions_player_id_players", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_push_subscriptions"),
    )
    op.create_index("ix_push_subscriptions_player_id", "push_subscriptions", ["player_id"])
    op.create_table(
        "push_calls",
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("due_at", sa.Double),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_push_calls_player_id_players", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name="fk_push_calls_match_id_matches", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("player_id", "match_id", name="pk_push_calls"),
    )
    op.create_index("ix_push_calls_match_id", "push_calls", ["match_id"])
    due = sa.text("due_at IS NOT NULL")
    op.create_index("ix_push_calls_due", "push_calls", ["due_at"], sqlite_where=due, postgresql_where=due)


def downgrade() -> None:
    """Take them back."""
    op.drop_table("push_calls")
    op.drop_table("push_subscriptions")
