"""The tables of ratings: results of each guest's finished matches, their ratings, and the names of their pages."""

from __future__ import annotations

import sqlalchemy as sa

from app.base.store.belongings import ownership, player_column
from app.base.store.database import metadata

DECK_LENGTH = 16
HANDLE_LENGTH = 16

# One for each kind of match in which a guest has played for a rating.
ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    player_column("player_id", ownership(keeps_guest=False, merge_prefers="matches")),
    sa.Column("against", sa.String(12), nullable=False),  # these three are a kind (see kinds.py)
    sa.Column("format", sa.String(24), nullable=False),
    sa.Column("clock", sa.String(16), nullable=False),
    sa.Column("rating", sa.Double, nullable=False),
    sa.Column("deviation", sa.Double, nullable=False),  # when the last match ended; it grows with time
    sa.Column("volatility", sa.Double, nullable=False),
    sa.Column("matches", sa.Integer, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.UniqueConstraint("player_id", "against", "format", "clock", name="uq_ratings_player_id"),
    sa.Index("ix_ratings_kind", "against", "format", "clock", "rating"),
)

# The result of a match for the guest at a seat. A row outlives its match, which may be deleted: the line of a rating
# and results by deck come from here.
results = sa.Table(
    "results",
    metadata,
    sa.Column("match_id", sa.String(32), primary_key=True),
    sa.Column("seat", sa.String(1), primary_key=True),
    player_column("player_id", ownership(keeps_guest=False)),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("against", sa.String(12), nullable=False),
    sa.Column("format", sa.String(24), nullable=False),
    sa.Column("deck", sa.String(DECK_LENGTH)),  # as `ending.deck_of` names it
    sa.Column("outcome", sa.String(4), nullable=False),
    sa.Column("verdict", sa.String(8), nullable=False),  # whether it counted, or why not (see verdicts.py)
    sa.Column("rating_id", sa.ForeignKey("ratings.id", ondelete="SET NULL"), index=True),
    sa.Column("rating", sa.Double),  # afterwards
    sa.Column("gain", sa.Double),
    # What a player's own figures count by; null for matches from before, and where a finished match still hides it.
    sa.Column("began", sa.Boolean),
    sa.Column("turns", sa.Integer),
    sa.Column("foe_deck", sa.String(DECK_LENGTH)),
    sa.Column("cards", sa.Text),  # the drafted ones by slug, with spaces between
    sa.Index("ix_results_player_at", "player_id", "at"),
)

# The name of a guest's page. It is made by chance: the guest's id is a secret.
profiles = sa.Table(
    "profiles",
    metadata,
    player_column("player_id", ownership(keeps_guest=False), primary_key=True),
    sa.Column("handle", sa.String(HANDLE_LENGTH), nullable=False, unique=True),
)
