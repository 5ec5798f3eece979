"""The check of the styles sees what it is there for."""

from tools.check_styles import costly, sided, unnamed


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
