"""Building static/vendor: one htmx file, only the icons that are used, clear sentences."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tools.build_assets import ICON_LISTS, ROOT, TARGET, AssetError, htmx, icon_names, sprite

COLLECTION: dict[str, object] = {
    "icons": {"ogre": {"body": '<path d="M0 0"/>'}, "wide": {"body": "<g/>", "width": 800}},
    "width": 512,
    "height": 512,
}


def test_sprite_holds_the_wanted_icons_and_no_others() -> None:
    assert sprite(COLLECTION, {"wide": "icons.json: troll"}) == (
        '<svg xmlns="http://www.w3.org/2000/svg">\n<symbol id="i-wide" viewBox="0 0 800 512"><g/></symbol>\n</svg>\n'
    )


def test_unknown_icons_are_named_with_who_wants_them() -> None:
    with pytest.raises(AssetError, match=r"no icon called phoenix \(icons.json: phoenix\)"):
        sprite(COLLECTION, {"ogre": "icons.json: ogre", "phoenix": "icons.json: phoenix"})


def test_lists_may_share_icons_and_may_be_missing(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps({"ogre": "ogre", "big-ogre": "ogre"}))
    assert icon_names([tmp_path / "a.json", tmp_path / "none.json"]) == {"ogre": "a.json: ogre"}


def test_htmx_comes_before_its_extension_and_without_map_comments(tmp_path: Path) -> None:
    (tmp_path / "core.js").write_text("core();\n//# sourceMappingURL=core.js.map")
    (tmp_path / "ws.js").write_text("ws();")
    assert htmx([tmp_path / "core.js", tmp_path / "ws.js"]) == "core();\nws();\n"


def test_installed_sprite_has_every_icon_the_site_names() -> None:
    tree = ElementTree.parse(TARGET / "icons.svg")
    ids = {symbol.get("id") for symbol in tree.getroot()}
    assert ids == {f"i-{name}" for name in icon_names([ROOT / path for path in ICON_LISTS])}
    assert ids
