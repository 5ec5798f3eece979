"""The meaning of the marks of the table, as a page and next to a table."""

from __future__ import annotations

from starlette.testclient import TestClient


def test_each_mark_is_shown_with_the_piece_that_wears_it(visitor: TestClient) -> None:
    page = visitor.get("/learn/marks", headers={"accept": "text/html"}).text
    part = visitor.get("/learn/marks", headers={"hx-request": "true"}).text
    for piece in ("is-playable", "is-dear", "is-aimless", "card-cracks", "token-aura", "8 → 5", "+2"):
        assert piece in page and piece in part
    assert "<h1>" in page and "<h1>" not in part


def test_rules_and_lessons_show_the_marks_that_they_are_about(visitor: TestClient) -> None:
    rules = visitor.get("/rules", headers={"accept": "text/html"}).text
    struck = rules.partition('id="R4.7"')[2].partition('id="R4.8"')[0]
    assert "is-aimless" in struck
    assert "is-dear" not in struck
    lesson = visitor.get("/learn/mana", headers={"accept": "text/html"}).text.partition('id="coach-marks"')[2]
    assert "is-dear" in lesson.partition("</details>")[0]
    assert "is-aimless" not in lesson.partition("</details>")[0]
