"""The deal of the day in a real browser: played once, then the table, the picture and the way to share it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.support.browser import Visitors, serious_problems
from tests.support.table import MatchPage, give_up


def test_the_deal_is_played_once_and_shared_without_its_cards(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True)
    page.goto("/deals")
    assert not serious_problems(page)
    address = page.url
    page.get_by_role("button", name="Play this deal").click()
    expect(page.locator("#match")).to_have_attribute("data-connection", "open")
    give_up(MatchPage(page))
    page.get_by_role("link", name="Results of this deal").click()
    expect(page).to_have_url(address)
    expect(page.locator("#share-text")).to_contain_text(re.compile("Deal of the day, .*: Lost, "))
    expect(page.get_by_role("row")).to_have_count(2)
    assert page.locator(".deal-picture").evaluate("image => image.decode().then(() => image.naturalWidth)") == 400
    assert not serious_problems(page)
    for width in (390, 360):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    expect(page.get_by_role("button", name="Play this deal")).to_have_count(0)
