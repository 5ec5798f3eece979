"""Ratings, how finished matches ended for each guest, and the names of guests' pages.

Matches that are over already stand in the history from the beginning; they count for no rating.

Revision ID: 0022
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up."""
    op.add_column("matches", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "ratings",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("against", sa.String(12), nullable=False),
        sa.Column("format", sa.String(24), nullable=False),
        sa.Column("clock", sa.String(16), nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("volatility", sa.Double, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_ratings"),
        sa.UniqueConstraint("player_id", "against", "format", "clock", name="uq_ratings_player_id"),
        _of_player("ratings"),
    )
    op.create_index("ix_ratings_kind", "ratings", ["against", "format", "clock", "rating"])
    op.create_table(
        "results",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.String(1), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("against", sa.String(12), nullable=False),
        sa.Column("format", sa.String(24), nullable=False),
        sa.Column("deck", sa.String(16)),
        sa.Column("outcome", sa.String(4), nullable=False),
        sa.Column("verdict", sa.String(8), nullable=False),
        sa.Column("rating_id", sa.String(32)),
        sa.Column("rating", sa.Double),
        sa.Column("gain", sa.Double),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_results"),
        _of_player("results"),
        sa.ForeignKeyConstraint(
            ["rating_id"], ["ratings.id"], name="fk_results_rating_id_ratings", ondelete="SET NULL"
        ),
    )
    op.create_index("ix_results_player_at", "results", ["player_id", "at"])
    op.create_index("ix_results_rating_id", "results", ["rating_id"])
    op.create_table(
        "profiles",
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("handle", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name="pk_profiles"),
        sa.UniqueConstraint("handle", name="uq_profiles_handle"),
        _of_player("profiles"),
    )
    for seat, beside in (("a", "b"), ("b", "a")):
        op.execute(_past(seat, beside))


def downgrade() -> None:
    """Take them back."""
    for table in ("profiles", "results", "ratings"):
        op.drop_table(table)
    op.drop_column("matches", "rated")


def _of_player(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["player_id"], ["players.id"], name=f"fk_{table}_player_id_players", ondelete="CASCADE"
    )


def _past(seat: str, beside: str) -> str:
    """Return the statement that notes how the matches of the guests at a seat ended, but those at hot seats."""
    return (
        "INSERT INTO results (match_id, seat, player_id, at, against, format, outcome, verdict) "
        f"SELECT id, '{seat.upper()}', seat_{seat}, COALESCE(finished_at, created_at), "
        f"CASE WHEN computer_{beside} = 'automaton' THEN 'automaton' "
        f"WHEN computer_{beside} LIKE 'bot:%' THEN 'bots' ELSE 'people' END, format, "
        f"CASE winner WHEN '{seat.upper()}' THEN 'won' WHEN 'draw' THEN 'draw' ELSE 'lost' END, 'friendly' "
        "FROM matches WHERE status = 'over' AND winner IS NOT NULL "
        f"AND seat_{seat} IS NOT NULL AND (seat_{beside} IS NULL OR seat_{beside} <> seat_{seat})"
    )
