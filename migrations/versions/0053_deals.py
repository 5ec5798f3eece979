"""Deals that many play with the same cards, and each player's try.

Revision ID: 0053
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0060"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up."""
    op.add_column("matches", sa.Column("deal", sa.String(16)))
    op.create_table(
        "deals",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("options", sa.LargeBinary, nullable=False),
        sa.Column("level", sa.Integer),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_deals"),
    )
    op.create_table(
        "deal_tries",
        sa.Column("deal_id", sa.String(16), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("match_id", sa.String(32)),
        sa.Column("counts", sa.Boolean, nullable=False),
        sa.Column("outcome", sa.String(4)),
        sa.Column("turns", sa.Integer),
        sa.Column("bastion", sa.Boolean),
        sa.Column("hp", sa.Integer),
        sa.Column("score", sa.Integer),
        sa.Column("ended_at", sa.Double),
        sa.ForeignKeyConstraint(["deal_id"], ["deals.id"], name="fk_deal_tries_deal_id_deals", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_deal_tries_player_id_players", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name="fk_deal_tries_match_id_matches", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("deal_id", "player_id", name="pk_deal_tries"),
    )
    op.create_index("ix_deal_tries_player_id", "deal_tries", ["player_id"])
    op.create_index("ix_deal_tries_match_id", "deal_tries", ["match_id"])
    op.create_index("ix_deal_tries_score", "deal_tries", ["deal_id", "score"])


def downgrade() -> None:
    """Take them back."""
    op.drop_table("deal_tries")
    op.drop_table("deals")
    op.drop_column("matches", "deal")
