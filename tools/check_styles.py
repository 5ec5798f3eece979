"""Do the styles work in both directions of writing, use no `:has()` on the whole board, name their colours, and style
only classes that are used? Sides are named "start" and "end", not "left" and "right"; but the table and the cards
look the same in every language, and so do their styles. `:has()` on the board or above it would be evaluated again
at nearly every change below it. Colours are defined in the sheets of tokens, and nowhere else. Each class is named
by a template, a script or the code of a page, whole or by its beginning ("card-{{ size }}"). Text on gradients is
legible. Each sheet is one layer, of its own name, whose place layers.css says. What a page asks of the screen is one
of a few questions, said in one way, and no two rules of a sheet say the same; an element asks with < and >, which
the oldest browsers that we promise know there alone."""

import re
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

from tools import check_gradients
from tools.plain_colours import declarations

ROOT = Path(__file__).resolve().parent.parent
CSS = ROOT / "static" / "css"
OF_THE_TABLE = frozenset({
    "board", "card_kinds", "card_states", "card_words", "cards", "draft", "effects", "forecast", "hand", "legible",
    "motion", "order", "pile", "scenery", "small_board", "tile_signs", "tiles", "turn_line",
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
SELECTOR = re.compile(r"(?:^|[{};])([^{};@]+)\{")
CLASS = re.compile(r"\.([A-Za-z][\w-]*)")
WORD = re.compile(r"[A-Za-z][\w-]*")
BEGINNING = re.compile(r"([a-z][\w-]*-)(?:\$?\{|$)")
TEMPLATE_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
QUOTED = re.compile(r"[\"'`]([^\"'`\n]*)(?=[\"'`])")
SOURCES = (("templates", ".html", re.compile(r"[^\"'\n]+")), ("static/js", ".js", QUOTED), ("app", ".py", QUOTED))
"""Folder, ending, and where names of classes stand in such files."""
THIRD_PARTY = frozenset({"htmx-request"})
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\([^()]*\)|\b(?:black|white)\b")

ORDER: Final = "layers"  # the sheet with the order of the others
LAYERS: Final = re.compile(r"@layer ([^;{]+);")
ONE_LAYER: Final = re.compile(r"\s*@layer (\w+) \{\n(?:(?: .*)?\n)*\}\n")
MEDIA: Final = re.compile(r"@media ([^{]+?) *\{")
CONTAINER: Final = re.compile(r"@container ([^{]+?) *\{")
QUESTIONS: Final = (
    "print", "(prefers-reduced-motion: reduce)", "(prefers-contrast: more)", "(prefers-color-scheme: dark)",
    "(forced-colors: active)", "(hover: hover)", "(pointer: fine)", "(pointer: none)",
    "(--upright)", "(orientation: landscape)",
    "(max-width: 430px)",  # the table of a narrow phone
    "(--large-letters)", "(--phone)", "(--small)", "(--medium)", "(--narrow)", "(--wide)", "(--large)",
    "(--two-columns)",
    "(--low)", "(max-height: 720px)",  # the second is a short phone
)  # fmt: skip
"""The questions that a sheet may ask of the screen; a question of several parts has them in this order. Names are
those of app/base/web/joined_files.py."""


NOT_EVERYWHERE: Final = re.compile(r":has\(|:popover-open|:user-invalid|::-\w+|::backdrop|::marker")


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


def named_classes(root: Path) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the words that may be classes, and the beginnings that are completed when a page is drawn."""
    words: set[str] = set()
    beginnings: set[str] = set()
    for folder, ending, strings in SOURCES:
        for path in (root / folder).rglob(f"*{ending}"):
            for text in strings.findall(TEMPLATE_COMMENT.sub("", path.read_text("utf-8"))):
                words.update(WORD.findall(text))
                beginnings.update(BEGINNING.findall(text))
    return frozenset(words), tuple(beginnings)


def unused(css: str, words: frozenset[str], beginnings: tuple[str, ...]) -> list[str]:
    """Return the classes that nothing has."""
    found = {name for selector in SELECTOR.findall(COMMENT.sub("", css)) for name in CLASS.findall(selector)}
    return sorted(name for name in found - words - THIRD_PARTY if not name.startswith(beginnings))


def unasked(css: str) -> Iterator[str]:
    """Yield the questions to screen or element that are none of ours, or said in another way."""
    for query in MEDIA.findall(css):
        for part in query.split(", "):
            asked = part.split(" and ")
            if asked != [each for each in QUESTIONS if each in asked]:
                yield query
    yield from (query for query in CONTAINER.findall(css) if ":" in query)


def repeated(css: str) -> Iterator[str]:
    """Yield pairs of rules under the same questions that could be one: of one selector, or with the same declarations.

    One declaration may be said twice; and a browser drops a whole list in which it does not know one selector.
    """
    bodies: dict[tuple[object, ...], str] = {}
    for (around, selector), found in groupby(declarations(css), lambda each: (each.around, each.selector)):
        body = frozenset((each.name, each.value) for each in found)
        keys: list[tuple[object, ...]] = [(around, selector)]
        if len(body) > 1:
            keys.append((around, body, frozenset(NOT_EVERYWHERE.findall(selector))))
        for key in keys:
            if key in bodies:
                yield f"{bodies[key]} and {selector}"
            bodies.setdefault(key, selector)


def unlayered(sheets: dict[str, str]) -> Iterator[str]:
    """Yield the sheets, by name and text, that are not the layer of their name, or whose place is not known."""
    named = [name for names in LAYERS.findall(COMMENT.sub("", sheets[ORDER])) for name in names.split(", ")]
    for name, css in sheets.items():
        whole = ONE_LAYER.fullmatch(COMMENT.sub("", css))
        if name != ORDER and (whole is None or whole[1] != name or name not in named):
            yield name


def complaints(path: Path) -> Iterator[str]:
    """Yield the mistakes in a style sheet, one line each."""
    css = path.read_text("utf-8")
    if path.stem not in OF_THE_TABLE:
        yield from (f"{path.name}: {each}: name the side start or end" for each in sided(css))
    yield from (f"{path.name}: {each}: asks the whole board" for each in costly(css))
    yield from (f"{path.name}: {each}: say it once" for each in repeated(css))
    yield from (f"{path.name}: {each}: ask one of QUESTIONS (tools/check_styles.py)" for each in unasked(css))
    if not path.stem.startswith("tokens"):
        yield from (f"{path.name}: {each}: name the colour in tokens.css" for each in unnamed(css))


def main() -> int:
    """Print the mistakes; returns 1 if there are any."""
    sheets = sorted(CSS.glob("*.css"))
    named = named_classes(ROOT)
    found = [line for path in sheets for line in complaints(path)]
    found += [
        f"{path.name}: .{name}: nothing has this class"
        for path in sheets
        for name in unused(path.read_text("utf-8"), *named)
    ]
    texts = {path.stem: path.read_text("utf-8") for path in sheets}
    found += [
        f"{name}.css: put its rules into @layer {name}, and name that in {ORDER}.css" for name in unlayered(texts)
    ]
    found += check_gradients.complaints()
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
