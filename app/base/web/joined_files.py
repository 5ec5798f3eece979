"""Files as browsers get them: small ones that a page needs together are one (a request costs headers, and a small file
compresses badly), and our own style sheets and scripts have neither comments, a quarter of what scripts weigh, nor the
space that sets lines in.

They stay as they are in the folder; nothing is built, and the lines of scripts keep their numbers. The shapes of a
screen that style sheets ask for have names (SHAPES). Which rule of two wins does not depend on the order here:
css/layers.css, the first of all, says it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from app.base.drawing.symbols import ICONS_OF_THE_TABLE, TABLE_ICONS

CSS_COMMENT: Final = re.compile(rb"/\*.*?\*/\s*", re.DOTALL)
JS_COMMENT: Final = re.compile(rb"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*$", re.DOTALL | re.MULTILINE)
"""A comment that has its lines to itself; no text of a script of ours looks like one (checked by a test)."""
CSS_SPACE: Final = re.compile(rb"\s*\n\s*")
CSS_LINE: Final = re.compile(rb"(?<=[{};,])\n")
"""The end of a line where a browser needs no space."""
JS_SPACE: Final = re.compile(rb"^[ \t]+|/\*\* @type [^\n]*?\*/ ?|[ \t]+// [^\n]*$", re.MULTILINE)
"""Before a line of a script, types within it, and its comment at the end; no text has a mark of these, or more lines
than one (checked by a test)."""


SHAPES: Final = {
    b"(--upright)": b"(orientation: portrait)",
    b"(--low)": b"(orientation: landscape) and (max-height: 520px)",  # a phone on its side
    b"(--wide)": b"(orientation: landscape) and (min-width: 1180px)",  # the table has a column next to it
    b"(--narrow)": b"(max-width: 1179px)",
    b"(--large-letters)": b"(max-width: 19rem)",  # letters twice as large on a small phone
    b"(--phone)": b"(max-width: 30rem)",
    b"(--small)": b"(max-width: 47.99rem)",  # less than a tablet
    b"(--medium)": b"(max-width: 62rem)",  # a tablet at most
    b"(--large)": b"(min-width: 64rem)",  # all words of the bar
    b"(--two-columns)": b"(min-width: 68.75rem)",  # a page in two columns
}
"""Names by which our style sheets ask for shape and width of the screen; browsers have no `@custom-media`."""
SHAPE: Final = re.compile(rb"(?<!var)(?:" + b"|".join(map(re.escape, SHAPES)) + rb")")


def with_shapes(css: bytes) -> bytes:
    """Return a style sheet with what the names of shapes mean in their place; a property may have the same name."""
    return SHAPE.sub(lambda found: SHAPES[found[0]], css)


def _sheets(*names: str) -> tuple[str, ...]:
    return tuple(f"css/{name}.css" for name in names)


JOINED: Final = {
    "css/site.css": (*_sheets(
        "layers", "base", "card_kinds", "card_states", "card_words", "cards", "forms", "header", "layout",
        "less_motion", "notices", "pictures", "tokens", "tokens_cards", "tokens_colours",
    ), "vendor/accents.css"),
    "css/table.css": (*_sheets(
        "advice", "board", "bubbles", "effects", "forecast", "hand", "inspect", "legible", "log", "match", "match_menu",
        "motion", "scenery", "seats", "tile_signs", "tiles", "toast", "tokens_table", "turn_line",
    ), "vendor/numbers.css"),
    "css/draft.css": _sheets("curve", "draft", "waiting_room"),
    "css/learn.css": (*_sheets("chapters", "data", "figures", "meanings", "rulebook"), "vendor/numbers.css"),
    "css/decks.css": (*_sheets("curve", "data", "deck_builder", "deck_lists"), "vendor/numbers.css"),
    "css/gallery.css": _sheets("card_gallery", "card_pages", "data"),
    **{f"css/{name}.css": _sheets("data", name) for name in ("admin", "ratings", "status", "tournament")},
    TABLE_ICONS: tuple(f"vendor/icons/{name}.svg" for name in ICONS_OF_THE_TABLE),
}  # fmt: skip
"""Address below the folder → its parts."""


def served(folder: Path, path: str) -> bytes | None:
    """Return the file at `path`, or its parts as one file; None if it, or one of them, cannot be read."""
    try:
        content = b"".join((folder / part).read_bytes() for part in JOINED.get(path, (path,)))
    except OSError:
        return None
    if path.startswith("css/"):
        return with_shapes(CSS_LINE.sub(b"", CSS_SPACE.sub(b"\n", CSS_COMMENT.sub(b"", content))))
    if path.startswith("js/"):
        return JS_SPACE.sub(b"", JS_COMMENT.sub(lambda found: b"\n" * found[0].count(b"\n"), content))
    if path == TABLE_ICONS:
        return b'<svg xmlns="http://www.w3.org/2000/svg">\n' + content + b"</svg>\n"
    return content
