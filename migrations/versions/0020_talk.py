"""What is said beside matches, who wants to hear whom, and reports to the host.

Revision ID: 0020
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def _player(table: str, column: str, ondelete: str = "CASCADE") -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_{column}_players"
    return sa.ForeignKeyConstraint([column], ["players.id"], name=name, ondelete=ondelete)


def _match(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["match_id"], ["matches.id"], name=f"fk_{table}_match_id_matches", ondelete="CASCADE"
    )


def upgrade() -> None:
    """Bring the tables up."""
    op.add_column("matches", sa.Column("talk", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "talk",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("room", sa.String(8), nullable=False),
        sa.Column("seat", sa.String(1)),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("emote", sa.String(16)),
        sa.Column("text", sa.String(200)),
        sa.Column("at", sa.Double, nullable=False),
        _match("talk"),
        _player("talk", "player_id"),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_talk"),
    )
    op.create_index("ix_talk_player_id", "talk", ["player_id"])
    op.create_index("ix_talk_at", "talk", ["at"])
    op.create_table(
        "mutes",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("muted_id", sa.String(32), nullable=False),
        _match("mutes"),
        _player("mutes", "player_id"),
        _player("mutes", "muted_id"),
        sa.PrimaryKeyConstraint("match_id", "player_id", "muted_id", name="pk_mutes"),
    )
    op.create_index("ix_mutes_player_id", "mutes", ["player_id"])
    op.create_index("ix_mutes_muted_id", "mutes", ["muted_id"])
    op.create_table(
        "blocks",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("blocked_id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        _player("blocks", "player_id"),
        _player("blocks", "blocked_id"),
        sa.PrimaryKeyConstraint("id", name="pk_blocks"),
        sa.UniqueConstraint("player_id", "blocked_id", name="uq_blocks_player_id"),
    )
    op.create_index("ix_blocks_blocked_id", "blocks", ["blocked_id"])
    op.create_table(
        "reports",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("reporter_id", sa.String(32)),
        sa.Column("reporter", sa.String(24), nullable=False),
        sa.Column("reported_id", sa.String(32)),
        sa.Column("reported", sa.String(24), nullable=False),
        sa.Column("why", sa.String(200), nullable=False),
        sa.Column("lines", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("done_at", sa.Double),
        _player("reports", "reporter_id", "SET NULL"),
        _player("reports", "reported_id", "SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
        sa.UniqueConstraint("match_id", "reporter_id", "reported_id", name="uq_reports_match_id"),
    )
    for column in ("reporter_id", "reported_id", "at"):
        op.create_index(f"ix_reports_{column}", "reports", [column])


def downgrade() -> None:
    """Take it back."""
    for table in ("reports", "blocks", "mutes", "talk"):
        op.drop_table(table)
    op.drop_column("matches", "talk")
