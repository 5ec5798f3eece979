"""Our own SVG as PNG, for chats, which show no SVG: with one font of the site's, whatever the machine has.

As a program, `python -m app.base.web.png WIDTH`, it reads the drawing and writes the file: link_pictures.py.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from resvg_py import svg_to_bytes

FONT: Final = Path(__file__).resolve().parents[3] / "static" / "vendor" / "pictures" / "Assistant_700Bold.ttf"
"""It has the letters of all the site's languages; tools/build_assets.py puts it there."""
FAMILY: Final = "Assistant"


def png_of(svg: str, width: int) -> bytes:
    """Return a drawing as PNG, so many pixels wide; every text of it in `FONT`.

    A board takes four tenths of a second of a processor, a few words 20 ms.
    """
    return svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=[str(FONT)],
        font_family=FAMILY,
        serif_family=FAMILY,
        sans_serif_family=FAMILY,
    )


if __name__ == "__main__":
    sys.stdout.buffer.write(png_of(sys.stdin.buffer.read().decode(), int(sys.argv[1])))
