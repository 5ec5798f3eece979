"""Styles ask nothing of the whole board: `:has()` there is asked again at nearly every change below it."""

import re
from pathlib import Path

CSS = Path(__file__).resolve().parents[3] / "static" / "css"
COSTLY = re.compile(
    r"(?:^|[\s,{}>+~(])(?:html|body|:root|\*|\[data-[\w-]+[^\]]*\]|#(?:main|match|stage|table)|"
    r"\.(?:match|match-main|match-page|match-root|stage|stage-\w+|table|sea|lane|lane-\w+))(?:[.#\[:][^\s,{>+~]*)?:has\("
)


def costly(css: str) -> list[str]:
    """Return where `:has()` stands on the board or above it."""
    return [found.group().strip() for found in COSTLY.finditer(css)]


def test_no_style_asks_the_whole_board() -> None:
    files = list(CSS.glob("*.css"))
    assert len(files) > 20
    assert {path.name: found for path in files if (found := costly(path.read_text("utf-8")))} == {}


def test_the_check_sees_it() -> None:
    for bad in (".stage:has(> .x) {}", "a, .lane.b:has(.x) {}", "body:has(i) {}", "html[data-a]:has(i) {}"):
        assert costly(bad)
    for good in (".tile:has(:checked) {}", ".stage .chip:has(i) {}", ".planet:has(i) {}"):
        assert not costly(good)
