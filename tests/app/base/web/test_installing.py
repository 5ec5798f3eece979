"""The site can be installed: its manifest and pictures, its worker, the page without a connection."""

from __future__ import annotations

import re
import struct

from starlette.testclient import TestClient

from tests.support.cases import in_turn

HTML = {"Accept": "text/html"}


def size_of(picture: bytes) -> tuple[int, int]:
    """Return the width and height of a PNG."""
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def test_the_manifest_names_pictures_that_are_there(visitor: TestClient) -> None:
    answer = visitor.get("/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert (manifest["name"], manifest["display"], manifest["lang"]) == ("Clash of Decks", "standalone", "en-GB")
    for icon in manifest["icons"]:
        picture = visitor.get(icon["src"])
        assert picture.headers["cache-control"].endswith("immutable")
        assert "{}x{}".format(*size_of(picture.content)) == icon["sizes"]
    for shortcut in manifest["shortcuts"]:
        assert visitor.get(shortcut["url"], headers=HTML).status_code == 200


@in_turn("page", ["/", "/settings", "/rules", "/cards"])
def test_pages_name_the_manifest_and_the_picture_for_home_screens(visitor: TestClient, page: str) -> None:
    text = visitor.get(page).text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in text
    (icon,) = re.findall(r'<link rel="apple-touch-icon" href="([^"]+)">', text)
    assert size_of(visitor.get(icon).content) == (180, 180)


def test_the_worker_is_asked_for_each_time_and_keeps_no_match(visitor: TestClient) -> None:
    answer = visitor.get("/worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    for name in ("ICON", "BADGE"):
        (path,) = re.findall(rf'const {name} = "([^"]+)";', answer.text)
        assert visitor.get(path).status_code == 200
    (readable,) = re.findall(r"const READABLE = /(.+)/;", answer.text)
    pattern = re.compile(readable.replace(r"\/", "/"))
    assert pattern.search("/rules") and pattern.search("/cards/ogre")
    for path in ("/", "/match/x", "/matches", "/settings", "/api/matches", "/decks", "/cardsharp"):
        assert not pattern.search(path)


def test_a_match_is_not_asked_to_install_anything(visitor: TestClient) -> None:
    page = visitor.post("/new", data={"mode": "solo", "format": "preconstructed"}).text
    assert "manifest" not in page and "install.js" not in page
