"""Lessons and tries of puzzles in one table. How far a try has come follows from its moves.

Revision ID: 0013
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up."""
    _create("exercises", ["kind", "name"], "done")
    both = "INSERT INTO exercises (player_id, kind, name, seq, moves, done) SELECT player_id, "
    op.execute(both + "'lesson', slug, seq, moves, done FROM lessons")
    op.execute(both + "'puzzle', puzzle_id, seq, moves, solved FROM puzzle_tries")
    op.drop_table("lessons")
    op.drop_table("puzzle_tries")


def downgrade() -> None:
    """Take it back; a puzzle that was begun begins again."""
    _create("lessons", ["slug"], "done")
    _create("puzzle_tries", ["puzzle_id"], "solved", sa.Column("state", sa.String(8), nullable=False))
    op.execute(
        "INSERT INTO lessons (player_id, slug, seq, moves, done) "
        "SELECT player_id, name, seq, moves, done FROM exercises WHERE kind = 'lesson'"
    )
    op.execute(
        "INSERT INTO puzzle_tries (player_id, puzzle_id, seq, moves, state, solved) "
        "SELECT player_id, name, seq + 1, '[]', 'going', done FROM exercises WHERE kind = 'puzzle'"
    )
    op.drop_table("exercises")


def _create(table: str, keys: list[str], done: str, *more: sa.Column[str]) -> None:
    op.create_table(
        table,
        sa.Column("player_id", sa.String(32), nullable=False),
        *(sa.Column(key, sa.String(8 if key == "kind" else 32), nullable=False) for key in keys),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("moves", sa.Text, nullable=False),
        *more,
        sa.Column(done, sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("player_id", *keys, name=f"pk_{table}"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=f"fk_{table}_player_id_players", ondelete="CASCADE"
        ),
    )
