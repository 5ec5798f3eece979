"""Names that people give themselves, made harmless for everybody who reads them."""

from __future__ import annotations

import unicodedata
from typing import Final

from app.people.players.player import DEFAULT_NAME, NAME_LENGTH
from engine.legible import IGNORABLE, is_base, is_blank, is_mark

_JOINERS: Final = {"\u200c", "\u200d", "\ufe0e", "\ufe0f"}  # Persian and Indic scripts, and composed emoji, need them
_JOINED: Final = {"Lo", "So", "Sk", "Mn", "Mc"}  # what they stand after there; a Latin name looks the same without
_MARKS_IN_A_ROW: Final = 3  # more would run over the neighbours on the page


def clean_name(text: str | None) -> str:
    """Return a player's name made harmless, trimmed to 24; "Guest" if nothing is left."""
    return clean_text(text, NAME_LENGTH) or DEFAULT_NAME


def clean_text(text: str | None, most: int) -> str:
    """Return a line of what can be seen, trimmed to `most`: without control, direction, unassigned and ignorable
    characters, marks that nothing carries, and blanks but one space; perhaps nothing is left."""
    normal = unicodedata.normalize("NFC", (text or "")[: most * 16])
    kept: list[str] = []
    marks = 0
    for char in " ".join("".join(" " if is_blank(char) else char for char in normal).split()):
        before = kept[-1] if kept else " "
        if is_base(char) or (char == " " and before != " "):
            marks = 0
        elif char in _JOINERS:
            if unicodedata.category(before) not in _JOINED:
                continue
        elif is_mark(char) and char not in IGNORABLE and before != " " and marks < _MARKS_IN_A_ROW:
            marks += 1
        else:
            continue
        kept.append(char)
    return "".join(kept)[:most].strip(" \u200c\u200d")
