"""The texts of authors, made harmless."""

from __future__ import annotations

from app.people.players.names import clean_text
from engine.notes import MAX_TEXT


def clean_lines(text: str) -> str:
    """Return the lines without control, direction and unassigned characters, together at most MAX_TEXT characters."""
    lines = [clean_text(line, MAX_TEXT) for line in text[: MAX_TEXT * 2].splitlines()]
    return "\n".join(lines).strip()[:MAX_TEXT]
