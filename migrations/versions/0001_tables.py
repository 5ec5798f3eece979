"""All tables of the first release. Constraints and indexes get their names from `app.base.store.database.metadata`.

Revision ID: 0070, as the last one of the trees before the release had it, so that their databases go on from here
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0070"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up."""
    _site()
    _players()
    _signing_in()
    _collections()
    _matches()
    _after_matches()
    _tournaments()


def downgrade() -> None:
    """Take them back."""
    found = sa.MetaData()
    found.reflect(op.get_bind())
    for table in reversed(found.sorted_tables):
        if table.name != "alembic_version":
            op.drop_table(table.name)


def _site() -> None:
    op.create_table(
        "chores",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("text", sa.String(300), nullable=False),
        sa.Column("at", sa.Double),
    )
    op.create_table(
        "site_clock",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("now", sa.Double, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "upload_days",
        sa.Column("address", sa.String(32), primary_key=True),
        sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("bytes", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "workers",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("beat", sa.Integer, nullable=False),
    )


def _players() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(32), unique=True),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("seen_at", sa.Double, nullable=False, server_default="0", index=True),
    )
    op.create_table(
        "preferences",
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("chosen", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "profiles",
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("handle", sa.String(16), nullable=False, unique=True),
    )
    op.create_table(
        "friendships",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column(
            "friend_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True
        ),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.UniqueConstraint("player_id", "friend_id"),
    )
    op.create_table(
        "blocks",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column(
            "blocked_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True
        ),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.UniqueConstraint("player_id", "blocked_id"),
    )
    op.create_table(
        "bot_accounts",
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("owner_id", sa.String(32), sa.ForeignKey("players.id", ondelete="SET NULL"), index=True),
        sa.Column("created_at", sa.Double, nullable=False),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column(
            "player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True
        ),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.String(128), nullable=False),
        sa.Column("auth", sa.String(64), nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("site", sa.String(300), nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
    )
    op.create_table(
        "visits",
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column(
            "worker", sa.String(32), sa.ForeignKey("workers.id", ondelete="CASCADE"), primary_key=True, index=True
        ),
    )
    op.create_table(
        "bans",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), index=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("network", sa.String(43)),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("ends_at", sa.Double, index=True),
    )
    op.create_table(
        "moderators",
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("since", sa.Double, nullable=False),
    )
    op.create_table(
        "moderation_log",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("at", sa.Double, nullable=False, index=True),
        sa.Column("actor_id", sa.String(32), sa.ForeignKey("players.id", ondelete="SET NULL"), index=True),
        sa.Column("actor", sa.String(24), nullable=False),
        sa.Column("act", sa.String(16), nullable=False),
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="SET NULL"), index=True),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("match_id", sa.String(32)),
        sa.Column("reason", sa.String(200), nullable=False),
    )


def _signing_in() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column(
            "player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True
        ),
        sa.Column("device", sa.String(60), nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("seen_at", sa.Double, nullable=False, index=True),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1364), primary_key=True),
        sa.Column(
            "player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True
        ),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("signed", sa.BigInteger, nullable=False),
        sa.Column("device", sa.String(60), nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("used_at", sa.Double, nullable=False),
    )
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
        "recovery_codes",
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("code_hash", sa.LargeBinary(32), nullable=False, unique=True),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("used_at", sa.Double),
    )
    op.create_table(
        "started_sign_ins",
        sa.Column("state_hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("browser_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), index=True),
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("verifier", sa.String(64), nullable=False),
        sa.Column("path", sa.String(200), nullable=False),
        sa.Column("expires_at", sa.Double, nullable=False, index=True),
    )
    op.create_table(
        "tickets",
        sa.Column("hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("purpose", sa.String(16), nullable=False),
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), index=True),
        sa.Column("expires_at", sa.Double, nullable=False, index=True),
    )
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column(
            "player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True
        ),
        sa.Column(
            "maker_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True
        ),
        sa.Column("hash", sa.LargeBinary(32), nullable=False, unique=True),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("scopes", sa.String(60), nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("used_at", sa.Double, nullable=False),
    )
    op.create_table(
        "invites",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("code_hash", sa.LargeBinary(32), nullable=False, unique=True),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("uses_left", sa.Integer, nullable=False),
        sa.Column("expires_at", sa.Double, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
    )
    op.create_table(
        "invited",
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column(
            "invite_id", sa.String(32), sa.ForeignKey("invites.id", ondelete="CASCADE"), nullable=False, index=True
        ),
        sa.Column("at", sa.Double, nullable=False),
    )


def _collections() -> None:
    op.create_table(
        "decks",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column(
            "player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True
        ),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("cards", sa.Text, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("updated_at", sa.Double, nullable=False),
    )
    op.create_table(
        "designs",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column(
            "player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True
        ),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("card", sa.LargeBinary, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("updated_at", sa.Double, nullable=False),
    )
    op.create_table(
        "records",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column(
            "player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True
        ),
        sa.Column("mode", sa.String(8), nullable=False),
        sa.Column("edition", sa.String(8), nullable=False),
        sa.Column("format", sa.String(24), nullable=False),
        sa.Column("name_a", sa.String(24)),
        sa.Column("name_b", sa.String(24)),
        sa.Column("winner", sa.String(8)),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.Column("opened_at", sa.Double, nullable=False, index=True),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("updated_at", sa.Double, nullable=False),
    )
    op.create_table(
        "studies",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column(
            "player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True
        ),
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("copied_from", sa.String(32)),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("updated_at", sa.Double, nullable=False),
    )
    op.create_table(
        "exercises",
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("moves", sa.Text, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
    )
    op.create_table(
        "puzzle_days",
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
    )
    op.create_table(
        "deals",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("options", sa.LargeBinary, nullable=False),
        sa.Column("level", sa.Integer),
        sa.Column("created_at", sa.Double, nullable=False),
    )


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("mode", sa.String(8), nullable=False),
        sa.Column("edition", sa.String(8), nullable=False),
        sa.Column("format", sa.String(24), nullable=False),
        sa.Column("options", sa.LargeBinary, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("seat_a", sa.String(32), sa.ForeignKey("players.id"), index=True),
        sa.Column("seat_b", sa.String(32), sa.ForeignKey("players.id"), index=True),
        sa.Column("name_a", sa.String(24)),
        sa.Column("name_b", sa.String(24)),
        sa.Column("computer_a", sa.String(16)),
        sa.Column("computer_b", sa.String(16)),
        sa.Column("second_a", sa.String(32), index=True),
        sa.Column("second_b", sa.String(32), index=True),
        sa.Column("second_name_a", sa.String(24)),
        sa.Column("second_name_b", sa.String(24)),
        sa.Column("coach_id", sa.String(32), index=True),
        sa.Column("coach_name", sa.String(24)),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("casual", sa.Boolean, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("winner", sa.String(8)),
        sa.Column("reason", sa.String(24)),
        sa.Column("draw_offer", sa.String(1)),
        sa.Column("takeback_offer", sa.String(1)),
        sa.Column("takeback_seq", sa.Integer),
        sa.Column("absent", sa.String(1)),
        sa.Column("absent_seq", sa.Integer),
        sa.Column("rematch_offer", sa.String(1)),
        sa.Column("next_id", sa.String(32)),
        sa.Column("seen_a", sa.Double),
        sa.Column("seen_b", sa.Double),
        sa.Column("best_of", sa.Integer),
        sa.Column("series_decks", sa.String(5)),
        sa.Column("won_a", sa.Integer),
        sa.Column("won_b", sa.Integer),
        sa.Column("clock", sa.String(32)),
        sa.Column("clock_state", sa.String(600)),
        sa.Column("clock_due", sa.Double),
        sa.Column("pairs", sa.String(2)),
        sa.Column("beside_a", sa.String(24)),
        sa.Column("beside_b", sa.String(24)),
        sa.Column("resign_wish", sa.String(2)),
        sa.Column("coach_sees", sa.String(2)),
        sa.Column("coach_key", sa.String(24)),
        sa.Column("coach_offer", sa.String(1)),
        sa.Column("coach_wish", sa.String(2)),
        sa.Column("tournament", sa.String(16)),
        sa.Column("show_by", sa.Double),
        sa.Column("caster", sa.Integer),
        sa.Column("to_come", sa.String(2)),
        sa.Column("awaited", sa.String(2)),
        sa.Column("deal", sa.String(16)),
        sa.Column("rematch_of", sa.String(32)),
        sa.Column("rules", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("talk", sa.Integer, nullable=False, server_default="0"),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("started_at", sa.Double),
        sa.Column("finished_at", sa.Double, index=True),
        sa.Index(
            "ix_matches_clock_due",
            "clock_due",
            sqlite_where=sa.text("clock_due IS NOT NULL"),
            postgresql_where=sa.text("clock_due IS NOT NULL"),
        ),
        sa.Index("ix_matches_open", "status", "public", "created_at"),
        sa.Index(
            "ix_matches_show_by",
            "show_by",
            sqlite_where=sa.text("show_by IS NOT NULL"),
            postgresql_where=sa.text("show_by IS NOT NULL"),
        ),
        sa.Index("ix_matches_status_created", "status", "created_at", "id"),
        sa.Index("ix_matches_status_finished", "status", "finished_at", "id"),
        sa.Index("ix_matches_status_started", "status", "started_at", "id"),
    )
    op.create_table(
        "actions",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.String(1), nullable=False),
        sa.Column("action", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "snapshots",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column(
            "worker", sa.String(32), sa.ForeignKey("workers.id", ondelete="CASCADE"), primary_key=True, index=True
        ),
        sa.Column("a", sa.Boolean, nullable=False),
        sa.Column("b", sa.Boolean, nullable=False),
        sa.Column("watchers", sa.Integer, nullable=False),
    )
    op.create_table(
        "waiting",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("player_id", sa.String(32), nullable=False, index=True),
        sa.Column("address", sa.String(32), index=True),
        sa.Column("seen_at", sa.Double, nullable=False),
        sa.Column("game", sa.String(80), index=True),
        sa.Column("quick", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "spoken_codes",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("code", sa.String(48), nullable=False, unique=True),
    )
    op.create_table(
        "challenges",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column(
            "from_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True
        ),
        sa.Column("to_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("from_name", sa.String(24), nullable=False),
        sa.Column("to_name", sa.String(24), nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
    )
    op.create_table(
        "bot_turns",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("worker", sa.String(32), sa.ForeignKey("workers.id", ondelete="SET NULL"), index=True),
    )
    op.create_table(
        "analyses",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("worker", sa.String(32), sa.ForeignKey("workers.id", ondelete="SET NULL"), index=True),
        sa.Column("asked_at", sa.Double, nullable=False),
        sa.Column("result", sa.LargeBinary),
        sa.Index(
            "ix_analyses_pending",
            "asked_at",
            sqlite_where=sa.text("result IS NULL"),
            postgresql_where=sa.text("result IS NULL"),
        ),
    )


def _after_matches() -> None:
    op.create_table(
        "ratings",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("against", sa.String(12), nullable=False),
        sa.Column("format", sa.String(24), nullable=False),
        sa.Column("clock", sa.String(16), nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("volatility", sa.Double, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.UniqueConstraint("player_id", "against", "format", "clock"),
        sa.Index("ix_ratings_kind", "against", "format", "clock", "rating"),
    )
    op.create_table(
        "results",
        sa.Column("match_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.String(1), primary_key=True),
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("against", sa.String(12), nullable=False),
        sa.Column("format", sa.String(24), nullable=False),
        sa.Column("deck", sa.String(16)),
        sa.Column("outcome", sa.String(4), nullable=False),
        sa.Column("verdict", sa.String(8), nullable=False),
        sa.Column("rating_id", sa.String(32), sa.ForeignKey("ratings.id", ondelete="SET NULL"), index=True),
        sa.Column("rating", sa.Double),
        sa.Column("gain", sa.Double),
        sa.Index("ix_results_player_at", "player_id", "at"),
    )
    op.create_table(
        "talk",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("room", sa.String(8), nullable=False),
        sa.Column("seat", sa.String(1)),
        sa.Column(
            "player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True
        ),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("emote", sa.String(16)),
        sa.Column("text", sa.String(200)),
        sa.Column("marks", sa.String(200)),
        sa.Column("seq", sa.Integer),
        sa.Column("at", sa.Double, nullable=False, index=True),
    )
    op.create_table(
        "mutes",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column(
            "player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, index=True
        ),
        sa.Column(
            "muted_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, index=True
        ),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("about", sa.String(8), nullable=False, server_default="match"),
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("reporter_id", sa.String(32), sa.ForeignKey("players.id", ondelete="SET NULL"), index=True),
        sa.Column("reporter", sa.String(24), nullable=False),
        sa.Column("reported_id", sa.String(32), sa.ForeignKey("players.id", ondelete="SET NULL"), index=True),
        sa.Column("reported", sa.String(24), nullable=False),
        sa.Column("why", sa.String(200), nullable=False),
        sa.Column("lines", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.Double, nullable=False, index=True),
        sa.Column("done_at", sa.Double),
        sa.UniqueConstraint("match_id", "reporter_id", "reported_id"),
    )
    op.create_table(
        "mistakes",
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column(
            "match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True, index=True
        ),
        sa.Column("step", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("task", sa.LargeBinary, nullable=False),
        sa.Column("rests", sa.Integer, nullable=False),
        sa.Column("slipped", sa.Boolean, nullable=False),
        sa.Column("due", sa.String(10)),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Index("ix_mistakes_due", "player_id", "due"),
    )
    op.create_table(
        "deal_tries",
        sa.Column("deal_id", sa.String(16), sa.ForeignKey("deals.id", ondelete="CASCADE"), primary_key=True),
        sa.Column(
            "player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, index=True
        ),
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="SET NULL"), index=True),
        sa.Column("counts", sa.Boolean, nullable=False),
        sa.Column("outcome", sa.String(4)),
        sa.Column("turns", sa.Integer),
        sa.Column("bastion", sa.Boolean),
        sa.Column("hp", sa.Integer),
        sa.Column("score", sa.Integer),
        sa.Column("ended_at", sa.Double),
        sa.Index("ix_deal_tries_score", "deal_id", "score"),
    )
    op.create_table(
        "push_calls",
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column(
            "match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True, index=True
        ),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("due_at", sa.Double),
        sa.Index(
            "ix_push_calls_due",
            "due_at",
            sqlite_where=sa.text("due_at IS NOT NULL"),
            postgresql_where=sa.text("due_at IS NOT NULL"),
        ),
    )


def _tournaments() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("system", sa.String(16), nullable=False),
        sa.Column("options", sa.LargeBinary, nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("next_at", sa.Double),
        sa.Column("ends_at", sa.Double),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("code", sa.String(48), unique=True),
        sa.Column("invite", sa.String(32), nullable=False),
        sa.Column("caster", sa.String(32), nullable=False),
        sa.Column("trouble", sa.String(24)),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("started_at", sa.Double),
        sa.Column("finished_at", sa.Double),
        sa.Index("ix_tournaments_status", "status", "created_at"),
    )
    op.create_table(
        "organizers",
        sa.Column(
            "tournament_id", sa.String(32), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column(
            "player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, index=True
        ),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column(
            "tournament_id", sa.String(32), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="SET NULL"), index=True),
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
        sa.UniqueConstraint("tournament_id", "player_id"),
    )
    op.create_table(
        "places",
        sa.Column(
            "tournament_id", sa.String(32), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("entry", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("board", sa.Integer, nullable=False),
        sa.Column("side", sa.String(1), nullable=False),
    )
    op.create_table(
        "boards",
        sa.Column(
            "tournament_id", sa.String(32), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("board", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="SET NULL"), unique=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("outcome", sa.String(8)),
        sa.Column("ruling", sa.String(8)),
        sa.Column("forfeit", sa.Boolean, nullable=False),
    )
    op.create_table(
        "acts",
        sa.Column(
            "tournament_id", sa.String(32), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="SET NULL"), index=True),
        sa.Column("by", sa.String(24), nullable=False),
        sa.Column("what", sa.String(16), nullable=False),
        sa.Column("about", sa.String(400), nullable=False),
        sa.Column("why", sa.String(200), nullable=False),
    )
