"""A closer look at a card is never in the way."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.browser import Visitors
from tests.support.positions import duel_from, record_of, side

UNDER = "([x, y]) => document.elementFromPoint(x, y)?.closest('#inspect') !== null"


def test_while_a_card_is_picked_one_clicks_through_the_panel(visitors: Visitors) -> None:
    record = record_of(side("* boom zombie", top="troll"), side("* shaman", top="gnome"))
    anna, _ = duel_from(visitors.visitor(), visitors.visitor(), record)
    anna.settle()
    page = anna.page
    page.locator("#hand-A [data-name='Zombie']").hover()
    panel = page.locator("#inspect")
    expect(panel).to_be_visible()
    box = panel.bounding_box()
    assert box is not None
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    assert page.evaluate(UNDER, middle)  # its words are links, while one only looks
    page.locator("#hand-A [data-name='Boom!']").click()
    page.locator("#hand-A [data-name='Zombie']").hover()
    expect(panel).to_be_visible()
    assert not page.evaluate(UNDER, middle)
    page.keyboard.press("Escape")
    anna.attack.click()
    anna.after(0)
    page.locator("#log .line-card", has_text="Troll").first.hover()
    expect(panel.locator("[data-card='troll']")).to_be_visible()
    assert page.evaluate("() => location.pathname").startswith("/match/")
