"""Texts made equal where readers see no difference: for searching, and for sorting by name."""

import unicodedata
from typing import Final

SIMPLER: Final = str.maketrans({"œ": "oe", "æ": "ae", "’": "'"})


def plain(text: str) -> str:
    """Return `text` for comparing: small letters, no accents, no ligatures, straight apostrophes."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(SIMPLER))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))
