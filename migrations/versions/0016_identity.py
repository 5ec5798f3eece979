"""Where guests are known, and how they prove elsewhere who they are.

A cookie names a session from now on; those that are in use keep their worth, as sessions that have their guests' ids.

Revision ID: 0016
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up."""
    _create(
        "sessions",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("device", sa.String(60), nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("seen_at", sa.Double, nullable=False),
    )
    op.create_index("ix_sessions_player_id", "sessions", ["player_id"])
    op.create_index("ix_sessions_seen_at", "sessions", ["seen_at"])
    op.execute(
        "INSERT INTO sessions (id, player_id, device, created_at, seen_at) "
        "SELECT id, id, '', created_at, CASE WHEN seen_at > created_at THEN seen_at ELSE created_at END "
        "FROM players WHERE token_hash IS NULL"
    )
    _create(
        "passkeys",
        sa.Column("id", sa.String(1364), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("signed", sa.BigInteger, nullable=False),
        sa.Column("device", sa.String(60), nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("used_at", sa.Double, nullable=False),
    )
    op.create_index("ix_passkeys_player_id", "passkeys", ["player_id"])
    _create(
        "recovery_codes",
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("code_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("used_at", sa.Double),
        sa.UniqueConstraint("code_hash", name="uq_recovery_codes_code_hash"),
        key="player_id",
    )
    _create(
        "tickets",
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.Column("purpose", sa.String(16), nullable=False),
        sa.Column("player_id", sa.String(32)),
        sa.Column("expires_at", sa.Double, nullable=False),
        key="hash",
    )
    op.create_index("ix_tickets_player_id", "tickets", ["player_id"])
    op.create_index("ix_tickets_expires_at", "tickets", ["expires_at"])


def downgrade() -> None:
    """Take them back. Cookies of sessions that are not their guests' first ones are worth nothing then."""
    for table in ("tickets", "recovery_codes", "passkeys", "sessions"):
        op.drop_table(table)


def _create(table: str, *columns: sa.schema.SchemaItem, key: str = "id") -> None:
    op.create_table(
        table,
        *columns,
        sa.PrimaryKeyConstraint(key, name=f"pk_{table}"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=f"fk_{table}_player_id_players", ondelete="CASCADE"
        ),
    )
