"""The rig itself: a real browser reaches the real server."""

from tests.support.browser import Visitors, serious_problems


def test_error_page_is_styled_and_accessible(visitors: Visitors) -> None:
    """A page that does not exist shows one sentence, with nothing serious for axe."""
    page = visitors.visitor()
    answer = page.goto("/no-such-page")
    assert answer is not None and answer.status == 404
    assert page.get_by_role("heading").inner_text() == "There is no such page."
    assert serious_problems(page) == []
    visitors.complaints.clear()  # Chromium prints the 404


def test_api_documentation_shows_without_outside_help(visitors: Visitors) -> None:
    """/docs works from the site's own files."""
    page = visitors.visitor()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/docs")
    page.get_by_role("heading", name="Clash of Decks").wait_for()
    assert all(url.startswith(("http://127.0.0.1:", "data:")) for url in asked)
