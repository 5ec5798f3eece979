"""Names that can be seen: what looks empty, or the same as another, is cleaned away or refused."""

from __future__ import annotations

import unicodedata
from typing import Final

_IGNORABLE: Final = (
    *((0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F)),
    *((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF)),
    *((0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
IGNORABLE: Final = frozenset(chr(code) for first, last in _IGNORABLE for code in range(first, last + 1))
"""Unicode's Default_Ignorable_Code_Point: nothing is drawn for them."""
BLANKS: Final = frozenset("\u2800\U00016fe4\U0001d159")
"""Drawn as a gap, and no white space by their category: the empty Braille cell, a filler, a note without a head."""
STAND_INS: Final = frozenset("\ufffc\ufffd")
"""Drawn in place of something that is not there: an object, or a character that could not be read."""
_UNDRAWN: Final = IGNORABLE | BLANKS | STAND_INS
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp"})
_MARKS: Final = frozenset({"Mn", "Mc", "Me"})


def is_blank(char: str) -> bool:
    """True for white space of any script."""
    return char.isspace() or char in BLANKS


def is_base(char: str) -> bool:
    """True for a character that is seen on its own, without another that carries it."""
    category = unicodedata.category(char)
    return category not in _UNSEEN and category not in _MARKS and char not in _UNDRAWN


def is_mark(char: str) -> bool:
    """True for a mark, which another character carries."""
    return unicodedata.category(char) in _MARKS


def is_legible(name: str) -> bool:
    """True for a name that begins with a character seen on its own, and holds none that is not seen at all."""
    if not name or not is_base(name[0]):
        return False
    return all(char == " " or is_base(char) or (is_mark(char) and char not in IGNORABLE) for char in name)
