"""The table of lessons taken: how far each guest is in each lesson."""

from __future__ import annotations

from dataclasses import dataclass, replace

import sqlalchemy as sa

from app.store.database import metadata

lessons = sa.Table(
    "lessons",
    metadata,
    sa.Column("player_id", sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("slug", sa.String(32), primary_key=True),
    sa.Column("seq", sa.Integer, nullable=False),  # counts moves and new beginnings: the page's state, as in a match
    sa.Column("moves", sa.Text, nullable=False),  # JSON list of the actions since the last beginning
    sa.Column("done", sa.Boolean, nullable=False),  # once done, a lesson stays done
)


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """A guest's progress in one lesson."""

    slug: str
    seq: int = 0
    moves: tuple[object, ...] = ()
    done: bool = False

    def moved(self, moves: tuple[object, ...], done: bool) -> LessonProgress:
        """Return the progress after one more move, or after a new beginning (no moves)."""
        return replace(self, seq=self.seq + 1, moves=moves, done=self.done or done)
