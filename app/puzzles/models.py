"""The tables of puzzles: how far each guest is in each, and on which days they solved the puzzle of the day."""

from __future__ import annotations

from dataclasses import dataclass, replace

import sqlalchemy as sa

from app.store.database import metadata
from engine.bots.puzzles import Answer

GOING, DONE, LOST = "going", "done", "lost"

tries = sa.Table(
    "puzzle_tries",
    metadata,
    sa.Column("player_id", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("puzzle_id", sa.String(32), primary_key=True),
    sa.Column("seq", sa.Integer, nullable=False),  # counts moves and new beginnings: the page's state, as in a match
    sa.Column("moves", sa.Text, nullable=False),  # JSON list of the actions of this try and of what answered it
    sa.Column("state", sa.String(8), nullable=False),  # "going", "done" or "lost"
    sa.Column("solved", sa.Boolean, nullable=False),  # once solved, a puzzle stays solved
)

days = sa.Table(
    "puzzle_days",
    metadata,
    sa.Column("player_id", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("day", sa.String(10), primary_key=True),  # "2022-12-31", UTC
)


@dataclass(frozen=True, slots=True)
class PuzzleProgress:
    """A guest's progress in one puzzle; `moves` are the actions of this try, and after a wrong one what answered it."""

    id: str
    seq: int = 0
    moves: tuple[Answer, ...] = ()
    state: str = GOING
    solved: bool = False

    def moved(self, moves: tuple[Answer, ...], state: str) -> PuzzleProgress:
        """Return the progress after one more move, or after a new beginning (no moves)."""
        return replace(self, seq=self.seq + 1, moves=moves, state=state, solved=self.solved or state == DONE)
