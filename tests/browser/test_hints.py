"""A hint on the board: shown on a press, gone with a press and with the next play."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.browser import DESKTOP, PHONE, Visitors, serious_problems
from tests.support.table import open_solo


def test_a_hint_is_shown_until_the_next_play(visitors: Visitors) -> None:
    table = open_solo(visitors.visitor(phone=True))
    page, advice = table.page, table.page.locator("#advice")
    table.settle()
    page.get_by_role("button", name="Hint").click()
    expect(advice.locator(".advice-play")).to_be_visible()
    expect(advice.locator(".advice-why li").first).to_be_visible()
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)
        assert serious_problems(page) == []
    advice.get_by_role("button", name="Close the hint").click()
    expect(advice).to_be_hidden()
    page.get_by_role("button", name="Hint").click()
    expect(advice).to_be_visible()
    table.turn(1)
    expect(advice).to_be_hidden()
    assert table.differences() == []
