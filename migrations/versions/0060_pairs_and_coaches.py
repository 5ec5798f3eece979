"""Two who hold a side together, a coach who looks on, and what they show each other.

Revision ID: 0060
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0060"
down_revision = "0057"
branch_labels = None
depends_on = None

PLAYERS = ("second_a", "second_b", "coach_id")
TEXTS = {
    "second_name_a": 24,
    "second_name_b": 24,
    "coach_name": 24,
    "pairs": 2,
    "beside_a": 24,
    "beside_b": 24,
    "resign_wish": 2,
    "coach_sees": 2,
    "coach_key": 24,
    "coach_offer": 1,
    "coach_wish": 2,
}


def upgrade() -> None:
    """Bring the columns up."""
    for column in PLAYERS:
        op.add_column("matches", sa.Column(column, sa.String(32)))
        op.create_index(f"ix_matches_{column}", "matches", [column])
    for column, length in TEXTS.items():
        op.add_column("matches", sa.Column(column, sa.String(length)))
    op.add_column("talk", sa.Column("marks", sa.String(200)))
    op.add_column("talk", sa.Column("seq", sa.Integer))


def downgrade() -> None:
    """Take them back."""
    op.drop_column("talk", "seq")
    op.drop_column("talk", "marks")
    for column in reversed(TEXTS):
        op.drop_column("matches", column)
    for column in reversed(PLAYERS):
        op.drop_index(f"ix_matches_{column}", "matches")
        op.drop_column("matches", column)
