"""JSON as people send it: saved by some editor, pasted into a chat, quoted in a mail."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import Final

_UTF_16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_STRAIGHT: Final = str.maketrans(dict.fromkeys("“”„‟«»＂″", '"') | {"\u00a0": " ", "\u202f": " "})


def readings(raw: bytes) -> Iterator[str]:
    """Yield what a text may mean, the likeliest first: the object in it, without a byte order mark or words and fences
    around it; then the same with straight quotes. ValueError for what is no text."""
    text = _decoded(raw)
    inner = text[text.find("{") : text.rfind("}") + 1] or text
    yield inner
    yield inner.translate(_STRAIGHT)


def _decoded(raw: bytes) -> str:
    if raw.startswith(_UTF_16):
        return raw.decode("utf-16")
    if b"\0" in raw[:2]:  # JSON begins with a character of ASCII, so this is UTF-16 without its mark
        return raw.decode("utf-16-be" if raw[:1] == b"\0" else "utf-16-le")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252")  # Latin-1 as editors of Windows save it: a name with an accent
