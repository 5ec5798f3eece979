"""Messages to addresses outside, and the calendars of players: kinds of subscriptions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005_word"
down_revision = "0004_figures"
branch_labels = None
depends_on = None

KEPT = ("player_id", "match_id", "kind", "seq", "at", "due_at")


def upgrade() -> None:
    """Bring it up."""
    with op.batch_alter_table("push_subscriptions") as batch:
        batch.add_column(sa.Column("hook", sa.String(32)))
        tournament = sa.ForeignKey(
            "tournaments.id", name="fk_push_subscriptions_tournament_id_tournaments", ondelete="CASCADE"
        )
        batch.add_column(sa.Column("tournament_id", sa.String(32), tournament))
        batch.add_column(sa.Column("failing_since", sa.Double))
        batch.add_column(sa.Column("is_off", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("ix_push_subscriptions_hook", "push_subscriptions", ["player_id", "hook"], unique=True)
    op.create_index("ix_push_subscriptions_tournament_id", "push_subscriptions", ["tournament_id"])
    _replace(
        sa.Column("hook", sa.String(32), primary_key=True),
        sa.Column("about", sa.String(48), primary_key=True),
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), index=True),
        sa.Column("tournament_id", sa.String(32), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), index=True),
        more={"hook": sa.literal(""), "about": sa.column("match_id")},
    )


def downgrade() -> None:
    """Take it back."""
    op.execute(sa.text("DELETE FROM push_subscriptions WHERE hook IS NOT NULL"))
    op.drop_index("ix_push_subscriptions_hook", "push_subscriptions")
    op.drop_index("ix_push_subscriptions_tournament_id", "push_subscriptions")
    with op.batch_alter_table("push_subscriptions") as batch:
        for name in ("is_off", "failing_since", "tournament_id", "hook"):
            batch.drop_column(name)
    match = sa.ForeignKey("matches.id", ondelete="CASCADE")
    op.execute(sa.text("DELETE FROM push_calls WHERE match_id IS NULL OR hook <> ''"))
    _replace(sa.Column("match_id", sa.String(32), match, primary_key=True, index=True), more={})


def _replace(*columns: sa.Column[str], more: dict[str, sa.ColumnElement[str]]) -> None:
    """Make the table of notifications again, with these columns in its key; what waits to be sent is kept."""
    old, waiting = sa.table("push_calls", *map(sa.column, KEPT)), sa.table("waiting_calls", *map(sa.column, KEPT))
    op.execute(sa.text("CREATE TEMPORARY TABLE waiting_calls AS SELECT * FROM push_calls WHERE due_at IS NOT NULL"))
    op.drop_table(old.name)
    op.create_table(
        old.name,
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        *columns,
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
    new = sa.table(old.name, *map(sa.column, (*KEPT, *more)))
    op.execute(
        sa.insert(new).from_select(
            [*KEPT, *more], sa.select(*map(sa.column, KEPT), *more.values()).select_from(waiting)
        )
    )
    op.drop_table(waiting.name)
