"""Names that people give themselves, made harmless for everybody who reads them."""

from __future__ import annotations

import unicodedata

from app.players.models import NAME_LENGTH
from app.players.player import DEFAULT_NAME

# Control characters, marks of direction and other invisible formats, halves of characters, private and unassigned ones.
_REFUSED = {"Cc", "Cf", "Cs", "Co", "Cn"}
_JOINERS = {"\u200c", "\u200d"}  # Persian and Indic scripts, and composed emoji, need them
_MARKS_IN_A_ROW = 3


def clean_name(text: str | None) -> str:
    """Return a player's name made harmless, trimmed to 24; "Guest" if nothing is left."""
    return clean_text(text, NAME_LENGTH) or DEFAULT_NAME


def clean_text(text: str | None, most: int) -> str:
    """Return a line without control, direction and unassigned characters, trimmed to `most`;
    perhaps nothing is left."""
    normal = unicodedata.normalize("NFC", (text or "")[: most * 16])
    spaced = " ".join("".join(" " if char.isspace() else char for char in normal).split())
    kept = "".join(char for char in spaced if unicodedata.category(char) not in _REFUSED or char in _JOINERS)
    return _few_combining(kept)[:most].strip(" \u200c\u200d")


def _few_combining(text: str) -> str:
    """Return the text with at most three combining marks on a letter.

    More would run over the neighbours on the page.
    """
    kept: list[str] = []
    marks = 0
    for char in text:
        marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if marks <= _MARKS_IN_A_ROW:
            kept.append(char)
    return "".join(kept)
