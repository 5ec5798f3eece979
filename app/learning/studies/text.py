"""The texts of authors, made harmless."""

from __future__ import annotations

from app.base.errors import AppError, Code
from app.matches.table.marks import MAX_MARKS, read_marks, written
from app.people.players.names import clean_text
from engine.notes import MAX_TEXT


def clean_lines(text: str) -> str:
    """Return the lines without control, direction and unassigned characters, together at most MAX_TEXT characters."""
    lines = [clean_text(line, MAX_TEXT) for line in text[: MAX_TEXT * 2].splitlines()]
    return "\n".join(lines).strip()[:MAX_TEXT]


def clean_marks(text: str) -> str:
    """Return marks as they are stored, each once; AppError(bad_marks)."""
    try:
        return written(read_marks(text))
    except ValueError:
        raise AppError(Code.bad_marks, most=MAX_MARKS) from None
