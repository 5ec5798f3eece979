"""The check of the styles sees what it is there for."""

from pathlib import Path

from tools.check_styles import costly, named_classes, sided, unnamed, unused


def test_a_side_is_seen() -> None:
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


def test_a_costly_selector_is_seen() -> None:
    for bad in (".stage:has(> .x) {}", "a, .lane.b:has(.x) {}", "body:has(i) {}", "html[data-a]:has(i) {}"):
        assert costly(bad)
    for good in (".tile:has(:checked) {}", ".stage .chip:has(i) {}", ".planet:has(i) {}"):
        assert not costly(good)


def test_a_colour_without_a_name_is_seen() -> None:
    for bad in ("#fff", "#10203040", "rgb(0 0 0 / 40%)", "hsl(20 10% 10%)", "white"):
        for where in (f"color: {bad}", f"--x: 1px {bad}", f"background: linear-gradient({bad}, var(--ink))"):
            assert list(unnamed(f"a {{ {where}; top: 0 }}")) == [bad]
    for good in ("var(--white)", "url(a.svg#abc)", "CanvasText", "transparent", "currentColor"):
        assert not list(unnamed(f"a#add:hover {{ background: {good} }}"))


def test_a_class_that_nothing_has_is_seen(tmp_path: Path) -> None:
    for path, text in {
        "templates/a/page.html": "{# .gone #}<p class=\"line {{ 'is-new' if new }} size-{{ size }}\">Words</p>",
        "static/js/page.js": 'list.className = `row row-${kind}`; /* "gone" is not */ element.matches(".open")',
        "app/page.py": 'states = ["ready"]',
    }.items():
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text(text)
    named = named_classes(tmp_path)
    assert (
        unused(".line .is-new, .size-l, .row-b:not(.open) .row { top: 0 } @media x { .ready { top: 0 } }", *named) == []
    )
    assert unused("/* .old */ .lost, .line .missing:hover { background: url(a.svg) }", *named) == ["lost", "missing"]
