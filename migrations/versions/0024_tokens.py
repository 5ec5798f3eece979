"""Bot accounts, and tokens beside the one that comes with a guest of the API.

Revision ID: 0024
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up."""
    op.create_table(
        "bot_accounts",
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("owner_id", sa.String(32)),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("player_id", name="pk_bot_accounts"),
        _to_player("bot_accounts", "player_id", "CASCADE"),
        _to_player("bot_accounts", "owner_id", "SET NULL"),
    )
    op.create_index("ix_bot_accounts_owner_id", "bot_accounts", ["owner_id"])
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("maker_id", sa.String(32), nullable=False),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("scopes", sa.String(60), nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("used_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tokens"),
        sa.UniqueConstraint("hash", name="uq_tokens_hash"),
        _to_player("tokens", "player_id", "CASCADE"),
        _to_player("tokens", "maker_id", "CASCADE"),
    )
    op.create_index("ix_tokens_player_id", "tokens", ["player_id"])
    op.create_index("ix_tokens_maker_id", "tokens", ["maker_id"])


def downgrade() -> None:
    """Take them back."""
    op.drop_table("tokens")
    op.drop_table("bot_accounts")


def _to_player(table: str, column: str, then: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], ["players.id"], name=f"fk_{table}_{column}_players", ondelete=then)
