"""Tournaments: events, their organizers, entries, boards and places, and the log of what organizers did.

Revision ID: 0029
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables and columns up."""
    op.add_column("matches", sa.Column("tournament", sa.String(16)))
    op.add_column("matches", sa.Column("show_by", sa.Double))
    waits = sa.text("show_by IS NOT NULL")
    op.create_index("ix_matches_show_by", "matches", ["show_by"], sqlite_where=waits, postgresql_where=waits)
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("system", sa.String(16), nullable=False),
        sa.Column("options", sa.LargeBinary, nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("next_at", sa.Double),
        sa.Column("ends_at", sa.Double),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("code", sa.String(48)),
        sa.Column("invite", sa.String(32), nullable=False),
        sa.Column("caster", sa.String(32), nullable=False),
        sa.Column("trouble", sa.String(24)),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("started_at", sa.Double),
        sa.Column("finished_at", sa.Double),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sa.UniqueConstraint("code", name="uq_tournaments_code"),
    )
    op.create_index("ix_tournaments_status", "tournaments", ["status", "created_at"])
    op.create_table(
        "organizers",
        sa.Column("tournament_id", sa.String(32), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "player_id", name="pk_organizers"),
        _of_tournament("organizers"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_organizers_player_id_players", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_organizers_player_id", "organizers", ["player_id"])
    op.create_table(
        "entries",
        sa.Column("tournament_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("player_id", sa.String(32)),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("computer", sa.Integer),
        sa.Column("program", sa.Boolean, nullable=False),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("barred", sa.Boolean, nullable=False),
        sa.Column("from_round", sa.Integer, nullable=False),
        sa.Column("deck", sa.String(400)),
        sa.Column("address", sa.String(32)),
        sa.Column("here_at", sa.Double),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "number", name="pk_entries"),
        sa.UniqueConstraint("tournament_id", "player_id", name="uq_entries_tournament_id"),
        _of_tournament("entries"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_entries_player_id_players", ondelete="SET NULL"
        ),
    )
    op.create_index("ix_entries_player_id", "entries", ["player_id"])
    op.create_table(
        "boards",
        sa.Column("tournament_id", sa.String(32), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("board", sa.Integer, nullable=False),
        sa.Column("match_id", sa.String(32)),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("outcome", sa.String(8)),
        sa.Column("ruling", sa.String(8)),
        sa.Column("forfeit", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "round", "board", name="pk_boards"),
        sa.UniqueConstraint("match_id", name="uq_boards_match_id"),
        _of_tournament("boards"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_boards_match_id_matches", ondelete="SET NULL"),
    )
    op.create_table(
        "places",
        sa.Column("tournament_id", sa.String(32), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("entry", sa.Integer, nullable=False),
        sa.Column("board", sa.Integer, nullable=False),
        sa.Column("side", sa.String(1), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "round", "entry", name="pk_places"),
        _of_tournament("places"),
    )
    op.create_table(
        "acts",
        sa.Column("tournament_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("player_id", sa.String(32)),
        sa.Column("by", sa.String(24), nullable=False),
        sa.Column("what", sa.String(16), nullable=False),
        sa.Column("about", sa.String(400), nullable=False),
        sa.Column("why", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "number", name="pk_acts"),
        _of_tournament("acts"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_acts_player_id_players", ondelete="SET NULL"),
    )
    op.create_index("ix_acts_player_id", "acts", ["player_id"])


def downgrade() -> None:
    """Take them back."""
    for table in ("acts", "places", "boards", "entries", "organizers", "tournaments"):
        op.drop_table(table)
    op.drop_index("ix_matches_show_by", "matches")
    for column in ("show_by", "tournament"):
        op.drop_column("matches", column)


def _of_tournament(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_tournament_id_tournaments"
    return sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name=name, ondelete="CASCADE")
