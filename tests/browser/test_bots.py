"""Against the computer in one press, to the end, and another match."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.browser import Visitors, serious_problems
from tests.support.table import MatchPage, prefer, resign

# Writes down the status line from now on: it shows only for a moment that a bot thinks.
LISTEN = """() => {
  window.said = [];
  const say = () => window.said.push(document.querySelector("#status [aria-live]")?.textContent ?? "");
  new MutationObserver(say).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""


def test_one_press_a_turn_and_another_match(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True)
    page.goto("/")
    page.locator(".doors select").select_option("1")
    page.get_by_role("button", name="Play the computer").click()
    page.locator("#table").wait_for()
    table = MatchPage(page)
    expect(page.locator(".bubble")).to_have_text("Ooh, is that one shiny? I'm playing it!")
    expect(page.locator(".presence-bot .portrait")).to_have_js_property("complete", value=True)
    page.evaluate(LISTEN)
    ready = page.locator("#status.status-mine, #result-title").first
    ready.wait_for()
    table.settle()
    seq = table.seq
    table.attack.click()
    table.reach(seq + 1)
    ready.wait_for()
    table.settle()
    resign(page)
    expect(page.locator(".bubble")).to_have_text("I won? I won! Can I keep the shiny one?")
    table.settle()
    assert any("Pip is thinking." in words for words in page.evaluate("window.said"))
    assert table.differences() == []
    assert serious_problems(page) == []
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("#result-title")).to_have_count(0)
    page.locator("#table").wait_for()
    expect(page.locator(".presence-bot")).to_have_count(1)

    prefer(page, "emotes", "off")
    page.goto("/campaign")
    assert serious_problems(page) == []
    page.get_by_role("button", name="Play against Ysolde").click()
    page.locator("#table").wait_for()
    expect(page.locator(".bar-name").filter(has_text="Ysolde")).to_be_visible()
    expect(page.locator(".bubble")).to_have_count(0)
