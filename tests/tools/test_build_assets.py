"""Building static/vendor: one htmx file, only the icons that are used, clear sentences."""

from pathlib import Path
from xml.etree import ElementTree

from tools import plain_colours
from tools.build_assets import TARGET, wanted_icons


def test_every_icon_the_site_names_is_installed_in_a_file_of_its_own() -> None:
    names = wanted_icons()
    assert names
    assert {path.stem for path in (TARGET / "icons").iterdir()} == names.keys()
    for name in names:
        (symbol,) = ElementTree.parse(TARGET / "icons" / f"{name}.svg").getroot()
        assert symbol.get("id") == f"i-{name}"


def test_colours_by_scheme_have_plain_ones_by_day_by_night_and_where_a_part_is_always_dark(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text(
        "@layer ink { :root { --ink: light-dark(#111, rgb(9 9 9 / 50%)); color-scheme: light dark; } }\n"
        "@layer log { @media (x) { .log { color-scheme: dark; } } }\n"
        ".tint { color: color-mix(in srgb, var(--ink) 20%, var(--paper)); }\n@keyframes k { from { color: red; } }"
    )
    assert plain_colours.sheet(tmp_path).splitlines() == [
        "@layer ink{:root{--ink:#111}}",
        "@supports not (color: color-mix(in srgb, #000, #fff)){.tint{color:var(--paper)}}",
        '@media (prefers-color-scheme: dark){@layer ink{:root:not([data-theme="light"]){--ink:rgb(9 9 9 / 50%)}}}',
        '@layer ink{:root[data-theme="dark"]{--ink:rgb(9 9 9 / 50%)}}',
        "@layer log{@media (x){.log{--ink:rgb(9 9 9 / 50%)}}}",
    ]
