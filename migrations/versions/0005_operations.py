"""Invitations, notices, chores, and who of a match is absent.

Revision ID: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up."""
    op.add_column("matches", sa.Column("absent", sa.String(1)))
    op.add_column("matches", sa.Column("absent_seq", sa.Integer))
    op.create_index("ix_matches_finished_at", "matches", ["finished_at"])
    op.create_table(
        "invites",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("code_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("uses_left", sa.Integer, nullable=False),
        sa.Column("expires_at", sa.Double, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_invites"),
        sa.UniqueConstraint("code_hash", name="uq_invites_code_hash"),
    )
    op.create_table(
        "invited",
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("invite_id", sa.String(32), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("player_id", name="pk_invited"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_invited_player_id_players", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["invite_id"], ["invites.id"], name="fk_invited_invite_id_invites", ondelete="CASCADE"),
    )
    op.create_index("ix_invited_invite_id", "invited", ["invite_id"])
    op.create_table(
        "notices",
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("text", sa.String(300), nullable=False),
        sa.Column("at", sa.Double),
        sa.PrimaryKeyConstraint("kind", name="pk_notices"),
    )
    op.create_table(
        "chores",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_chores"),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("chores")
    op.drop_table("notices")
    op.drop_table("invited")
    op.drop_table("invites")
    op.drop_index("ix_matches_finished_at", "matches")
    op.drop_column("matches", "absent_seq")
    op.drop_column("matches", "absent")
