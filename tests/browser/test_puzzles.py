"""A puzzle in a real browser: found in the list, failed once, answered on the board, and solved by keyboard."""

from playwright.sync_api import expect

from engine.bots.puzzles import load
from tests.browser.test_learn import _play, _play_by_keys
from tests.support.browser import Visitors, serious_problems

PUZZLE = next(puzzle for puzzle in load() if puzzle.goal == "survive" and puzzle.edition == "2022")


def test_a_puzzle_is_failed_once_and_then_solved(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/puzzles?goal=survive")
    assert not serious_problems(page)
    page.locator(f'a[href="/puzzles/{PUZZLE.id}"]').last.click()
    expect(page.locator("#match")).to_have_attribute("data-connection", "open")
    assert not serious_problems(page)
    _play(page, {"type": "end_summon"}, tap=False)
    expect(page.locator(".coach-say")).to_contain_text("The Admiral has found a way to win")
    expect(page.locator("#go-on")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".coach-say")).to_contain_text("cannot win next turn")
    for count, action in enumerate(PUZZLE.solution, 3):
        _play_by_keys(page, action)
        expect(page.locator("#turn")).to_have_attribute("data-seq", str(count))
    expect(page.locator(".coach-say")).to_contain_text("Solved")
    page.goto("/puzzles")
    expect(page.locator(".lesson-card-done")).to_have_count(1)


def test_the_pages_fit_on_a_phone(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True)
    for path in ("/puzzles", f"/puzzles/{PUZZLE.id}"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
