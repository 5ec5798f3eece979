"""A computer at the other side of the table, which thinks and speaks."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.browser import Visitors
from tests.support.table import MatchPage, posted, prefer, resign

# Writes down from the beginning of each page what a bot says: it shows for some seconds only.
BUBBLES = """
window.bubbles = [];
new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes) if (node.matches?.(".bubble")) window.bubbles.push(node.textContent);
}).observe(document, { subtree: true, childList: true });
"""
SAID = "(words) => window.bubbles.includes(words)"
# Writes down the status line from now on: it shows only for a moment that a bot thinks.
LISTEN = """() => {
  window.said = [];
  const say = () => window.said.push(document.querySelector("#status [aria-live]")?.textContent ?? "");
  new MutationObserver(say).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""


def test_a_computer_thinks_speaks_and_is_silent_where_one_wants_it(visitors: Visitors) -> None:
    page = visitors.own(phone=True)
    page.add_init_script(BUBBLES)
    fields = {"mode": "bot", "format": "preconstructed", "deck": "1", "opponent": "1"}
    page.goto(posted(page, "/new", **fields))
    table, ready = MatchPage(page), page.locator("#status.status-mine, #result-title").first
    page.wait_for_function(SAID, arg="Ooh, is that one shiny? I'm playing it!")
    expect(page.locator(".presence-bot .face")).to_have_js_property("complete", value=True)
    page.evaluate(LISTEN)
    ready.wait_for()
    table.settle()
    seq = table.seq
    table.attack.click()
    table.reach(seq + 1)
    ready.wait_for()
    resign(page)
    page.wait_for_function(SAID, arg="I won? I won! Can I keep the shiny one?")
    assert any("Pip is thinking." in words for words in page.evaluate("window.said"))
    prefer(page, "emotes", "off")
    page.goto(posted(page, "/new", **fields))
    page.locator("#table").wait_for()
    table.settle()
    assert page.evaluate("window.bubbles") == []


def test_an_island_is_chosen_on_the_chart_by_hand_and_by_keys(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/campaign")
    name = page.locator(".chart-said:visible h2 bdi")
    expect(name).to_have_text("Biscuit")  # the next one
    page.locator(".stop", has_text="Marla").click()
    expect(name).to_have_text("Marla")
    page.keyboard.press("ArrowRight")
    expect(name).to_have_text("Tobias")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#table")).to_be_visible()
    expect(page.locator(".presence-bot").first).to_be_visible()


def test_a_hint_opens_once_each_turn_where_help_was_taken_until_it_is_turned_off(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/hint" in request.url else None)
    fields = {"mode": "bot", "format": "preconstructed", "deck": "1", "opponent": "biscuit", "hints": "each-turn"}
    page.goto(posted(page, "/new", **fields))
    table, advice = MatchPage(page), page.locator("#advice")
    for turn in range(1, 3):
        expect(advice.locator(".advice-play")).to_be_visible()
        expect(advice).to_contain_text("A hint opens each turn.")
        assert len(asked) == turn
        advice.get_by_role("button", name="Close the hint").click()
        table.turn(1)  # a card, then the attack
    expect(advice.locator(".advice-play")).to_be_visible()
    assert len(asked) == 3
    advice.get_by_role("link", name="Turn this off").click()
    expect(page.locator("#hint-button:not([data-each-turn])")).to_be_visible()
    table.turn(0)
    expect(table.attack).to_be_visible()
    assert len(asked) == 3
