"""Small files that a page needs together, served as one: a request costs headers, and a small file compresses badly.

They stay files of their own in the folder; nothing is built, and only the comments of style sheets are left out. Which
rule of two wins does not depend on the order here: css/layers.css, the first of all, says it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from app.drawing.symbols import ICONS_OF_THE_TABLE, TABLE_ICONS

CSS_COMMENT: Final = re.compile(rb"/\*.*?\*/\s*", re.DOTALL)


def _sheets(*names: str) -> tuple[str, ...]:
    return tuple(f"css/{name}.css" for name in names)


JOINED: Final = {
    "css/site.css": _sheets(
        "layers", "base", "card_kinds", "card_states", "card_words", "cards", "forms", "header", "less_motion",
        "notices", "pictures", "tokens", "tokens_cards", "tokens_colours",
    ),
    "css/table.css": _sheets(
        "advice", "board", "bubbles", "clocks", "cover", "effects", "forecast", "hand", "inspect", "legible", "log",
        "match", "match_menu", "motion", "order", "pile", "result", "scenery", "seats", "tile_signs", "tiles", "toast",
        "tokens_table", "turn_line", "waiting_room",
    ),
    "css/learn.css": _sheets("chapters", "figures", "meanings", "rulebook"),
    "css/decks.css": _sheets("deck_builder", "deck_lists"),
    "css/gallery.css": _sheets("card_gallery", "card_pages"),
    TABLE_ICONS: tuple(f"vendor/icons/{name}.svg" for name in ICONS_OF_THE_TABLE),
}  # fmt: skip
"""Address below the folder → its parts."""


def joined(folder: Path, path: str) -> bytes | None:
    """Return the parts of `path` as one file; None if it has none, or one of them is missing."""
    try:
        parts = b"".join((folder / part).read_bytes() for part in JOINED.get(path, ()))
    except FileNotFoundError:
        return None
    if path.endswith(".css"):
        return CSS_COMMENT.sub(b"", parts) or None
    if parts and path.endswith(".svg"):
        return b'<svg xmlns="http://www.w3.org/2000/svg">\n' + parts + b"</svg>\n"
    return parts or None
