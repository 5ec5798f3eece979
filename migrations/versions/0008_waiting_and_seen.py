"""Which public tables wait and when their hosts were last there; when each guest was last seen.

Revision ID: 0008
"""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up. Who is known already is seen now: nobody is cleared away for what nobody has noted."""
    op.create_table(
        "waiting",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("address", sa.String(32)),
        sa.Column("seen_at", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_waiting_match_id_matches", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", name="pk_waiting"),
    )
    op.create_index("ix_waiting_player_id", "waiting", ["player_id"])
    op.create_index("ix_waiting_address", "waiting", ["address"])
    op.add_column("players", sa.Column("seen_at", sa.Double, nullable=False, server_default="0"))
    op.create_index("ix_players_seen_at", "players", ["seen_at"])
    now = time.time()
    op.get_bind().execute(sa.text("UPDATE players SET seen_at = :now"), {"now": now})
    tables = (
        "INSERT INTO waiting (match_id, player_id, seen_at)"
        " SELECT id, coalesce(seat_a, seat_b), :now FROM matches WHERE status = 'open' AND public"
    )
    op.get_bind().execute(sa.text(tables), {"now": now})


def downgrade() -> None:
    """Take it back."""
    op.drop_index("ix_players_seen_at", "players")
    op.drop_column("players", "seen_at")
    op.drop_table("waiting")
