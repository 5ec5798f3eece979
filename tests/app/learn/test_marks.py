"""What the marks of the table mean, as a page and beside a table."""

from __future__ import annotations

from starlette.testclient import TestClient


def test_each_mark_is_shown_with_the_piece_that_wears_it(visitor: TestClient) -> None:
    page = visitor.get("/learn/marks", headers={"accept": "text/html"}).text
    part = visitor.get("/learn/marks", headers={"hx-request": "true"}).text
    for piece in ("is-playable", "is-dear", "is-aimless", "card-cracks", "token-aura", "8 → 5", "+2"):
        assert piece in page and piece in part
    assert "<h1>" in page and "<h1>" not in part
