"""Rules and keys during a match, without leaving it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.browser import Visitors, serious_problems
from tests.support.table import open_solo


def test_the_rules_open_next_to_the_match(visitors: Visitors) -> None:
    table = open_solo(visitors.visitor())
    page, address = table.page, table.page.url
    page.keyboard.press("?")
    panel = page.get_by_role("complementary", name="Rules and keys")
    expect(panel.locator(".chapter").first).to_be_visible()
    assert serious_problems(page) == []
    page.keyboard.press("?")
    expect(panel).to_be_hidden()
    assert page.url == address
    assert table.differences() == []
