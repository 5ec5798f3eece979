"""The table of exercises begun: each guest's progress in each lesson and puzzle."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

import sqlalchemy as sa

from app.store.belongings import ownership, player_column
from app.store.database import metadata

ExerciseKind = Literal["lesson", "puzzle", "mistake", "study"]

exercises = sa.Table(
    "exercises",
    metadata,
    player_column("player_id", ownership(merge_prefers="done"), primary_key=True),
    sa.Column("kind", sa.String(8), primary_key=True),
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("seq", sa.Integer, nullable=False),  # counts moves and new beginnings: the page's state, as in a match
    sa.Column("moves", sa.Text, nullable=False),  # JSON list of what was played since the last beginning
    sa.Column("done", sa.Boolean, nullable=False),  # once done, an exercise stays done
    sa.Column("day", sa.String(10)),  # the day for which the try counts, as it was when it began
)


@dataclass(frozen=True, slots=True)
class Progress:
    """A guest's progress in one exercise; `moves` are JSON in the form of its runs, `day` is that for which the try
    counts."""

    kind: ExerciseKind
    name: str
    seq: int = 0
    moves: tuple[object, ...] = ()
    done: bool = False
    day: date | None = None

    def moved(self, moves: tuple[object, ...], *, done: bool = False, day: date | None = None) -> Progress:
        """Return the progress after one more move, or after a new beginning (no moves)."""
        return replace(self, seq=self.seq + 1, moves=moves, done=self.done or done, day=day)
