"""The headers that every answer carries."""

from starlette.testclient import TestClient

from app.base.web.headers import ASSET_HEADERS, DRAWING_HEADERS, HEADERS, TABLE_WORKER_HEADERS


def test_a_file_carries_what_concerns_a_file(visitor: TestClient) -> None:
    files = {"css/base.css": ASSET_HEADERS, "css/site.css": ASSET_HEADERS, "img/favicon.svg": DRAWING_HEADERS}
    files["js/offline/worker.js"] = TABLE_WORKER_HEADERS  # it alone may run WebAssembly
    for path, headers in files.items():
        answer = visitor.get(f"/static/{path}")
        assert answer.status_code == 200, path
        assert {name: answer.headers[name] for name in headers} == headers, path
        assert answer.headers.keys().isdisjoint({name.lower() for name in HEADERS.keys() - headers.keys()}), path


def test_openers_are_cut_off_where_browsers_heed_it(visitor: TestClient) -> None:
    """Anywhere else they complain in the console, on every page."""
    for url, heeded in (
        ("http://192.168.1.5:8000", False), ("http://clash.example", False), ("https://clash.example", True),
        ("http://localhost:8000", True), ("http://127.0.0.1:8000", True), ("http://[::1]:8000", True),
    ):  # fmt: skip
        answer = visitor.get(f"{url}/cards")
        assert answer.headers.get("cross-origin-opener-policy") == ("same-origin" if heeded else None), url


def test_the_policy_allows_nothing_inline_and_nothing_from_elsewhere() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy and "http" not in policy and policy.startswith("default-src 'none'")
