"""The headers that every answer carries."""

import re

from starlette.testclient import TestClient

from app.web.headers import ASSET_HEADERS, DRAWING_HEADERS, HEADERS

INLINE = re.compile(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", re.IGNORECASE)


def test_every_answer_carries_them(client: TestClient) -> None:
    for path in ("/", "/new", "/api/cards", "/no-such-page", "/static/no-such.css"):
        answer = client.get(path)
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS, path


def test_a_file_carries_what_concerns_a_file(client: TestClient) -> None:
    files = {"css/base.css": ASSET_HEADERS, "css/site.css": ASSET_HEADERS, "img/favicon.svg": DRAWING_HEADERS}
    for path, headers in files.items():
        answer = client.get(f"/static/{path}")
        assert answer.status_code == 200, path
        assert {name: answer.headers[name] for name in headers} == headers, path
        assert answer.headers.keys().isdisjoint({name.lower() for name in HEADERS.keys() - headers.keys()}), path


def test_the_policy_allows_nothing_inline_and_nothing_from_elsewhere() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "http" not in policy
    assert policy.startswith("default-src 'none'")


def test_pages_hold_no_inline_script_or_style(client: TestClient) -> None:
    for path in ("/", "/new", "/new?preset=draft-solo"):
        found = INLINE.search(client.get(path, headers={"Accept": "text/html"}).text)
        assert found is None, f"{path}: {found}"
