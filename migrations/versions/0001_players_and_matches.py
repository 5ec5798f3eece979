"""Players, matches with their actions and snapshots, workers and presence.

Revision ID: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up."""
    op.create_table(
        "players",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(32)),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("token_hash", name="uq_players_token_hash"),
    )
    _matches()
    op.create_table(
        "actions",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("seat", sa.String(1), nullable=False),
        sa.Column("action", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seq", name="pk_actions"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_actions_match_id_matches", ondelete="CASCADE"),
    )
    op.create_table(
        "snapshots",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("match_id", name="pk_snapshots"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_snapshots_match_id_matches", ondelete="CASCADE"),
    )
    op.create_table(
        "workers",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("beat", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_workers"),
    )
    op.create_table(
        "presence",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("worker", sa.String(32), nullable=False),
        sa.Column("a", sa.Boolean, nullable=False),
        sa.Column("b", sa.Boolean, nullable=False),
        sa.Column("watchers", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "worker", name="pk_presence"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_presence_match_id_matches", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["worker"], ["workers.id"], name="fk_presence_worker_workers", ondelete="CASCADE"),
    )
    op.create_index("ix_presence_worker", "presence", ["worker"])


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("mode", sa.String(8), nullable=False),
        sa.Column("edition", sa.String(8), nullable=False),
        sa.Column("format", sa.String(24), nullable=False),
        sa.Column("options", sa.LargeBinary, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("seat_a", sa.String(32)),
        sa.Column("seat_b", sa.String(32)),
        sa.Column("name_a", sa.String(24)),
        sa.Column("name_b", sa.String(24)),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("casual", sa.Boolean, nullable=False),
        sa.Column("winner", sa.String(8)),
        sa.Column("reason", sa.String(24)),
        sa.Column("draw_offer", sa.String(1)),
        sa.Column("rematch_offer", sa.String(1)),
        sa.Column("rematch_of", sa.String(32)),
        sa.Column("next_id", sa.String(32)),
        sa.Column("rules", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("started_at", sa.Double),
        sa.Column("finished_at", sa.Double),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.ForeignKeyConstraint(["seat_a"], ["players.id"], name="fk_matches_seat_a_players"),
        sa.ForeignKeyConstraint(["seat_b"], ["players.id"], name="fk_matches_seat_b_players"),
    )
    op.create_index("ix_matches_open", "matches", ["status", "public", "created_at"])
    op.create_index("ix_matches_seat_a", "matches", ["seat_a"])
    op.create_index("ix_matches_seat_b", "matches", ["seat_b"])


def downgrade() -> None:
    """Take it back."""
    for table in ("presence", "workers", "snapshots", "actions", "matches", "players"):
        op.drop_table(table)
