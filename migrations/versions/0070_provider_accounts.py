"""Accounts at an OpenID Connect provider, and sign-ins on their way there and back.

Revision ID: 0070
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0070"
down_revision = "0080"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up."""
    op.create_table(
        "provider_accounts",
        sa.Column("issuer", sa.String(500), primary_key=True),
        sa.Column("subject", sa.String(255), primary_key=True),
        sa.Column(
            "player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True
        ),
        sa.Column("organizer", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("used_at", sa.Double, nullable=False),
        sa.UniqueConstraint("issuer", "player_id"),
    )
    op.create_table(
        "started_sign_ins",
        sa.Column("state_hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("browser_hash", sa.LargeBinary(32), nullable=False),
        sa.Column(
            "player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=True, index=True
        ),
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("verifier", sa.String(64), nullable=False),
        sa.Column("path", sa.String(200), nullable=False),
        sa.Column("expires_at", sa.Double, nullable=False, index=True),
    )


def downgrade() -> None:
    """Take them back."""
    op.drop_table("started_sign_ins")
    op.drop_table("provider_accounts")
