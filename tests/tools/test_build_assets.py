"""Building static/vendor: one htmx file, only the icons that are used, clear sentences."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tools.build_assets import ICON_LISTS, ROOT, TARGET, AssetError, htmx, icon_files, icon_names

COLLECTION: dict[str, object] = {
    "icons": {"ogre": {"body": '<path d="M0 0"/>'}, "wide": {"body": "<g/>", "width": 800}},
    "width": 512,
    "height": 512,
}


def test_the_wanted_icons_and_no_others_get_a_file_each() -> None:
    assert icon_files(COLLECTION, {"wide": "icons.json: troll"}) == {
        "wide": (
            '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="i-wide" viewBox="0 0 800 512"><g/></symbol></svg>\n'
        )
    }


def test_unknown_icons_are_named_with_who_wants_them() -> None:
    with pytest.raises(AssetError, match=r"no icon called phoenix \(icons.json: phoenix\)"):
        icon_files(COLLECTION, {"ogre": "icons.json: ogre", "phoenix": "icons.json: phoenix"})


def test_htmx_comes_before_its_extension_and_without_map_comments(tmp_path: Path) -> None:
    (tmp_path / "core.js").write_text("core();\n//# sourceMappingURL=core.js.map")
    (tmp_path / "ws.js").write_text("ws();")
    assert htmx([tmp_path / "core.js", tmp_path / "ws.js"]) == "core();\nws();\n"


def test_every_icon_the_site_names_is_installed_in_a_file_of_its_own() -> None:
    names = icon_names([ROOT / path for path in ICON_LISTS])
    assert names
    assert {path.stem for path in (TARGET / "icons").iterdir()} == names.keys()
    for name in names:
        (symbol,) = ElementTree.parse(TARGET / "icons" / f"{name}.svg").getroot()
        assert symbol.get("id") == f"i-{name}"
