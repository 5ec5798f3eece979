"""Matches: a seat is a row, instead of fourteen columns of its match."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013_seats"
down_revision = "0012_hook_address"
branch_labels = None
depends_on = None

GUARDED = ("PRAGMA foreign_keys", "SELECT 1 FROM matches")
SIDES = (("A", "a"), ("B", "b"))
INDEXED = ("seat_a", "seat_b", "second_a", "second_b", "coach_id")
LENGTHS = {
    **{f"{column}_{end}": length for end in "ab" for column, length in (
        ("seat", 32), ("name", 24), ("face", 24), ("computer", 16), ("second", 32), ("second_name", 24),
    )},
    "coach_id": 32,
    "coach_name": 24,
}  # fmt: skip
FIRST = """
INSERT INTO seats (match_id, seat, part, player_id, name, face, kind, level)
SELECT id, '{seat}', 0, seat_{end}, name_{end}, face_{end},
  CASE
    WHEN seat_{end} IS NOT NULL THEN CASE WHEN computer_{end} LIKE 'program%' THEN 'program' ELSE 'guest' END
    WHEN computer_{end} LIKE 'bot:%' THEN 'bot'
    WHEN computer_{end} = 'former' THEN 'former'
    ELSE 'automaton'
  END,
  CASE WHEN seat_{end} IS NULL AND computer_{end} LIKE 'bot:%' THEN CAST(substr(computer_{end}, 5) AS INTEGER) END
FROM matches WHERE seat_{end} IS NOT NULL OR computer_{end} IS NOT NULL
"""
SECOND = """
INSERT INTO seats (match_id, seat, part, player_id, name, kind)
SELECT id, '{seat}', 1, second_{end}, second_name_{end},
  CASE WHEN computer_{end} LIKE '%second' THEN 'program' ELSE 'guest' END
FROM matches
WHERE seat_{end} IS NOT NULL AND second_{end} IN (SELECT id FROM players)
"""
COACH = """
INSERT INTO seats (match_id, seat, part, player_id, name, kind)
SELECT id, 'coach', 0, coach_id, coach_name, 'guest' FROM matches WHERE coach_id IN (SELECT id FROM players)
"""
FIRST_BACK = """
UPDATE matches SET seat_{end} = held.player_id, name_{end} = held.name, face_{end} = held.face,
  computer_{end} = CASE held.kind WHEN 'guest' THEN NULL WHEN 'bot' THEN 'bot:' || held.level ELSE held.kind END
FROM seats AS held WHERE held.match_id = matches.id AND held.seat = '{seat}' AND held.part = 0
"""
SECOND_BACK = """
UPDATE matches SET second_{end} = held.player_id, second_name_{end} = held.name,
  computer_{end} = CASE
    WHEN held.kind <> 'program' THEN computer_{end}
    WHEN computer_{end} IS NULL THEN 'second'
    ELSE computer_{end} || ' second'
  END
FROM seats AS held WHERE held.match_id = matches.id AND held.seat = '{seat}' AND held.part = 1
"""
COACH_BACK = """
UPDATE matches SET coach_id = held.player_id, coach_name = held.name
FROM seats AS held WHERE held.match_id = matches.id AND held.seat = 'coach'
"""


def upgrade() -> None:
    """Bring it up."""
    op.create_table(
        "seats",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.String(5), primary_key=True),
        sa.Column("part", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id")),
        sa.Column("name", sa.String(24)),
        sa.Column("face", sa.String(24)),
        sa.Column("kind", sa.String(9), nullable=False),
        sa.Column("level", sa.Integer),
        sa.Index("ix_seats_player_id", "player_id", "match_id"),
    )
    _fill(FIRST, SECOND, COACH)
    _check_references_rest()
    for name in INDEXED:
        op.drop_index(f"ix_matches_{name}", "matches")
    with op.batch_alter_table("matches") as batch:
        for name in LENGTHS:
            batch.drop_column(name)


def downgrade() -> None:
    """Take it back."""
    _check_references_rest()
    with op.batch_alter_table("matches") as batch:
        for name, length in LENGTHS.items():
            player = (sa.ForeignKey("players.id", name=f"fk_matches_{name}_players"),) if name[:5] == "seat_" else ()
            batch.add_column(sa.Column(name, sa.String(length), *player))
    for name in INDEXED:
        op.create_index(f"ix_matches_{name}", "matches", [name])
    _fill(FIRST_BACK, SECOND_BACK, COACH_BACK)
    op.drop_table("seats")


def _fill(first: str, second: str, coach: str) -> None:
    for seat, end in SIDES:
        op.execute(sa.text(first.format(seat=seat, end=end).replace(":%", "\\:%").replace("'bot:'", "'bot\\:'")))
        op.execute(sa.text(second.format(seat=seat, end=end)))
    op.execute(sa.text(coach))


def _check_references_rest() -> None:
    """SQLite drops a column by copying the table, and would delete all that refers to its rows with the old one."""
    connection = op.get_bind()
    if connection.dialect.name != "sqlite":
        return
    enforced, rows = (connection.exec_driver_sql(asked).scalar() for asked in GUARDED)
    if enforced and rows:
        raise RuntimeError("This migration runs while SQLite's foreign keys rest: see app/base/store/migrate.py")
