"""Styles serve both directions of writing: sides are named "start" and "end", not "left" and "right".

The table and the cards look the same in every language, and so do their styles.
"""

import re
from collections.abc import Iterator
from pathlib import Path

CSS = Path(__file__).resolve().parents[3] / "static" / "css"
OF_THE_TABLE = frozenset(
    {"board", "cards", "draft", "effects", "hand", "legible", "motion", "scenery", "showpiece", "tiles"}
)
MEASURED = ("var(--x)", "env(safe-area-inset-")  # a place that a script has measured; the edges of the screen itself

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
DECLARATION = re.compile(r"(?<=[{;])\s*([a-z-]+)\s*:\s*([^;{}]+)")
SIDED = re.compile(r"(?:^|-)(?:left|right)(?:-|$)")
PART = re.compile(r"(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+")
AROUND = frozenset({"margin", "padding", "inset", "border-width", "border-color", "border-style"})


def is_sided(name: str, value: str) -> bool:
    """Return whether a declaration says more of the left than of the right, or the other way round."""
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


def test_sides_are_start_and_end() -> None:
    running = [path for path in CSS.glob("*.css") if path.stem not in OF_THE_TABLE]
    assert len(running) > 20
    assert {path.name: lines for path in running if (lines := list(sided(path.read_text("utf-8"))))} == {}


def test_the_check_sees_a_side() -> None:
    for bad in (
        "left: 0", "margin-right: 1px", "text-align: right", "padding: 0 1px 0 2px", "border-top-left-radius: 3px",
        "inset: 0 auto auto 0", "padding: 1px calc(1px + (2px * 3)) 0 0", "border-radius: 0 4px 4px 0",
    ):  # fmt: skip
        assert list(sided(f"a {{ color: red; {bad}; top: 0 }}")) == [bad]
    for good in (
        "padding-inline: 0 1px", "text-align: end", "margin: 0 1px 0 1px", "left: var(--x)", "transition: left 1s",
        "border-color: rgb(1 2 3 / 60%)", "border-radius: 0 0 3px 3px", "inset: 0 0 auto",
    ):  # fmt: skip
        assert list(sided(f"a {{ {good} }}")) == []
