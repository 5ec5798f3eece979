"""Building static/vendor: one htmx file, only the icons that are used, clear sentences."""

from xml.etree import ElementTree

from tools.build_assets import ICON_LISTS, ROOT, TARGET, icon_names


def test_every_icon_the_site_names_is_installed_in_a_file_of_its_own() -> None:
    names = icon_names([ROOT / path for path in ICON_LISTS])
    assert names
    assert {path.stem for path in (TARGET / "icons").iterdir()} == names.keys()
    for name in names:
        (symbol,) = ElementTree.parse(TARGET / "icons" / f"{name}.svg").getroot()
        assert symbol.get("id") == f"i-{name}"
