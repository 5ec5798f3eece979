"""A touch that answers: what a chosen card costs in life, a card that tilts, a line of the log that lights others."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.browser import Visitors
from tests.support.positions import bot_from, record_of, side

COSTLY = side("zombie * treant giant baron boom", top="titan brute")
RIVAL = side("* lich treant giant gnome", top="zombie")
NUDGED = """() => document.querySelector(".foretold-ghost").getBoundingClientRect().x
  > document.getElementById("fortress-A").getBoundingClientRect().x"""
# The script that answers a touch is there: it comes with the first thing under the mouse, perhaps before the test.
ANSWERS = """async () => {
  const loaded = performance.getEntriesByType("resource").find(({ name }) => name.includes("/match/touch.js"));
  return loaded !== undefined && (await import(loaded.name)) !== undefined;
}"""
TILT = "(card) => getComputedStyle(card).rotate"


def test_a_chosen_card_says_what_it_costs_and_the_table_answers(visitors: Visitors) -> None:
    page = visitors.visitor(motion=True)
    bot_from(page, record_of(COSTLY, RIVAL))
    free, costly = page.locator("#hand-A button.held-legal").nth(0), page.locator("#hand-A button.held-legal").nth(1)
    costly.hover()
    page.wait_for_function(ANSWERS)
    costly.hover(position={"x": 4, "y": 4})
    card = costly.locator(".card").first
    page.wait_for_function("() => document.querySelector('#hand-A .card[style*=rotate]')")
    assert card.evaluate(TILT) != "none"
    costly.click()
    expect(page.locator("#bar-hp-A .foretold")).to_have_text("→ 3")
    expect(page.locator(".foretold-ghost .card-hp")).to_have_text("3")
    expect(page.locator("#spoken")).to_contain_text("4 → 3")
    page.wait_for_function(NUDGED)
    free.click()
    expect(page.locator(".foretold")).to_have_count(0)  # from the left of the Stronghold a card costs nothing
    page.keyboard.press("Escape")
    costly.click()
    page.locator("#berth-bottom").click()
    expect(page.locator("#realm-A-bottom .creature")).to_have_count(1)
    expect(page.locator(".foretold")).to_have_count(0)
    expect(page.locator('#bar-hp-A [data-hp="A"]')).to_have_text("3")
    line = page.locator("#log .line", has=page.locator(".line-card")).last
    page.mouse.move(2, 2)  # the closer look lies over the log
    line.hover()
    expect(page.locator("#realm-A-bottom .creature[data-lit]")).to_have_count(1)
    expect(page.locator(".creature[data-lit]")).to_have_count(1)
