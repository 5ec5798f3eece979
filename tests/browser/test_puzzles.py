"""A puzzle in a real browser: found in the list, failed once, answered on the board, and solved by keyboard."""

from playwright.sync_api import expect

from engine.bots.puzzles import load
from tests.support.browser import Visitors, serious_problems
from tests.support.table import MatchPage

PUZZLE = next(puzzle for puzzle in load() if puzzle.goal == "survive" and puzzle.edition == "2022")


def test_a_puzzle_is_failed_once_and_then_solved(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True)
    table = MatchPage(page)
    page.goto("/puzzles?goal=survive")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert not serious_problems(page)
    page.locator(f'a[href="/puzzles/{PUZZLE.id}"]').last.click()
    expect(page.locator("#match")).to_have_attribute("data-connection", "open")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert not serious_problems(page)
    table.press({"type": "end_summon"})
    expect(page.locator(".coach-say")).to_contain_text("The Admiral has found a way to win")
    expect(page.locator("#go-on")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".coach-say")).to_contain_text("cannot win next turn")
    for count, action in enumerate(PUZZLE.solution, 3):
        table.press_keys(action)
        table.after(count - 1)
    expect(page.locator(".coach-say")).to_contain_text("Solved")
    page.goto("/puzzles")
    expect(page.locator(".lesson-card-done")).to_have_count(1)
