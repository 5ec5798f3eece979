"""`make scenery`: write the pictures of the board's scenery."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tools.scenery import bridges, islands, things
from tools.scenery.palette import DAY, NIGHT

FOLDER: Final = Path(__file__).resolve().parents[2] / "static" / "img" / "board" / "scenery"


def pictures() -> Iterator[tuple[str, str]]:
    """Return the name and the text of each file."""
    for colours in (DAY, NIGHT):
        yield f"mountain-{colours.name}.svg", islands.mountain(colours, 5)
        yield f"wave-{colours.name}.svg", islands.wave(colours, 8)
        for name, draw in things.ALL.items():
            yield f"{name}-{colours.name}.svg", draw(colours)
        for wear in range(bridges.MOST_WEAR + 1):
            yield f"bridge-{wear}-{colours.name}.svg", bridges.half(colours, wear, upright=False)
            yield f"bridge-{wear}-upright-{colours.name}.svg", bridges.half(colours, wear, upright=True)


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in pictures():
        (FOLDER / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
