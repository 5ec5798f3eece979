"""Our own SVG as PNG, for chats, which show no SVG: in the site's own letters, whatever fonts the machine has.

As a program, `python -m app.base.web.png WIDTH`, it reads the drawing and writes the file: link_pictures.py.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from resvg_py import svg_to_bytes

FOLDER: Final = Path(__file__).resolve().parents[3] / "static" / "vendor" / "pictures"
FONTS: Final = ("Cinzel_700Bold.ttf", "SuezOne_400Regular.ttf", "Assistant_700Bold.ttf")
"""The fonts of headings (Suez One has their Hebrew letters), then that of everything else; the first one that has a
letter draws it. tools/build_assets.py puts them there."""
DISPLAY: Final = "Cinzel"
TEXT: Final = "Assistant"


def png_of(svg: str, width: int) -> bytes:
    """Return a drawing as PNG, so many pixels wide: its `serif` text in the letters of headings, the rest in `TEXT`.

    A board takes four tenths of a second of a processor, a few words 20 ms.
    """
    return svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=[str(FOLDER / name) for name in FONTS],
        font_family=TEXT,
        serif_family=DISPLAY,
        sans_serif_family=TEXT,
    )


if __name__ == "__main__":
    sys.stdout.buffer.write(png_of(sys.stdin.buffer.read().decode(), int(sys.argv[1])))
