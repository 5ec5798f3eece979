"""Do the styles work in both directions of writing, use no `:has()` on the whole board, and name their colours? Sides
are named "start" and "end", not "left" and "right"; but the table and the cards look the same in every language.
`:has()` on the board or above it would be evaluated again at nearly every change below it. Colours are defined in the
sheets of tokens, and nowhere else."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

CSS = Path(__file__).resolve().parent.parent / "static" / "css"
OF_THE_TABLE = frozenset({
    "board", "cards", "draft", "effects", "forecast", "hand", "legible", "motion", "order", "scenery", "small_board",
    "tile_signs", "tiles", "turn_line",
})  # fmt: skip
MEASURED = ("var(--x)", "env(safe-area-inset-")  # a position that a script has measured; the edges of the screen itself

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
DECLARATION = re.compile(r"(?<=[{;])\s*([a-z-]+)\s*:\s*([^;{}]+)")
SIDED = re.compile(r"(?:^|-)(?:left|right)(?:-|$)")
PART = re.compile(r"(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+")
AROUND = frozenset({"margin", "padding", "inset", "border-width", "border-color", "border-style"})
COSTLY = re.compile(
    r"(?:^|[\s,{}>+~(])(?:html|body|:root|\*|\[data-[\w-]+[^\]]*\]|#(?:main|match|stage|table)|"
    r"\.(?:match|match-main|match-page|match-root|stage|stage-\w+|table|sea|lane|lane-\w+))(?:[.#\[:][^\s,{>+~]*)?:has\("
)
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\([^()]*\)|\b(?:black|white)\b")


def is_sided(name: str, value: str) -> bool:
    """True if a declaration treats left and right differently."""
    parts = PART.findall(value)
    if name in AROUND:
        return len(parts) == 4 and parts[1] != parts[3]
    if name == "border-radius":  # an even 46% 54% 58% 42% is the shape of a stone: only corners that are cut off count
        return len(parts) == 4 and "0" in parts and parts[:2] != parts[1::-1]
    return bool(SIDED.search(name)) or (name in {"text-align", "float", "clear"} and value.strip() in {"left", "right"})


def sided(css: str) -> Iterator[str]:
    """Yield the declarations that mean a left or a right side."""
    for name, value in DECLARATION.findall(COMMENT.sub("", css)):
        if is_sided(name, value) and not any(word in value for word in MEASURED):
            yield f"{name}: {value.strip()}"


def costly(css: str) -> list[str]:
    return [found.group().strip() for found in COSTLY.finditer(css)]


def unnamed(css: str) -> Iterator[str]:
    """Yield the colours that stand in a declaration without a name."""
    for _name, value in DECLARATION.findall(COMMENT.sub("", css)):
        yield from COLOUR.findall(re.sub(r"url\([^)]*\)|--[\w-]+", "", value))


def complaints(path: Path) -> Iterator[str]:
    """Yield the mistakes in a style sheet, one line each."""
    css = path.read_text("utf-8")
    if path.stem not in OF_THE_TABLE:
        yield from (f"{path.name}: {each}: name the side start or end" for each in sided(css))
    yield from (f"{path.name}: {each}: asks the whole board" for each in costly(css))
    if not path.stem.startswith("tokens"):
        yield from (f"{path.name}: {each}: name the colour in tokens.css" for each in unnamed(css))


def main() -> int:
    """Print the mistakes; returns 1 if there are any."""
    found = [line for path in sorted(CSS.glob("*.css")) for line in complaints(path)]
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
