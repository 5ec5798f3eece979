"""Who must still come to a match of an event, and who of them now.

Revision ID: 0080
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0080"
down_revision = "0085"
branch_labels = None
depends_on = None

# Of matches to which somebody must still come: the seats without a computer that have not acted. Who of them is to act
# is known again with the next action.
ACTED = "EXISTS (SELECT 1 FROM actions WHERE actions.match_id = matches.id AND actions.seat = '{seat}')"
STAYS = "CASE WHEN computer_{column} IS NOT NULL OR {acted} THEN '' ELSE '{seat}' END"


def upgrade() -> None:
    """Bring the columns up."""
    op.add_column("matches", sa.Column("to_come", sa.String(2)))
    op.add_column("matches", sa.Column("awaited", sa.String(2)))
    seats = [STAYS.format(column=seat.lower(), seat=seat, acted=ACTED.format(seat=seat)) for seat in "AB"]
    op.execute(f"UPDATE matches SET to_come = {seats[0]} || {seats[1]} WHERE show_by IS NOT NULL")


def downgrade() -> None:
    """Take them back."""
    op.drop_column("matches", "awaited")
    op.drop_column("matches", "to_come")
