"""The symbols of icons, by their places among the static files."""

from __future__ import annotations

from typing import Final

ICONS_OF_THE_TABLE: Final = (
    "anticlockwise-rotation", "big-wave", "cancel", "cog", "crossed-swords", "exit-door", "fast-forward-button",
    "flying-flag", "help", "lantern-flame", "moon", "rule-book", "scroll-unfurled", "shaking-hands", "sound-off",
    "sound-on", "summits", "sun", "white-tower",
)  # fmt: skip
"""The pictures around the cards of each board."""
TABLE_ICONS: Final = "vendor/icons-of-the-table.svg"


def symbol_of(icon: str) -> str:
    """Return the file that holds an icon's symbol, and the symbol in it."""
    file = TABLE_ICONS if icon in ICONS_OF_THE_TABLE else f"vendor/icons/{icon}.svg"
    return f"{file}#i-{icon}"
