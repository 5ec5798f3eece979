"""A hint on the board: shown on a press, gone with a press and with the next play."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.browser import Visitors, serious_problems
from tests.support.table import open_solo


@pytest.mark.parametrize("phone", [False, True])
def test_a_hint_is_shown_until_the_next_play(visitors: Visitors, phone: bool) -> None:
    table = open_solo(visitors.visitor(phone=phone, reduced_motion="reduce"))
    page, advice = table.page, table.page.locator("#advice")
    table.settle()
    page.get_by_role("button", name="Hint").click()
    expect(advice.locator(".advice-play")).to_be_visible()
    expect(advice.locator(".advice-why li").first).to_be_visible()
    assert serious_problems(page) == []
    advice.get_by_role("button", name="Close the hint").click()
    expect(advice).to_be_hidden()
    page.get_by_role("button", name="Hint").click()
    expect(advice).to_be_visible()
    table.turn()
    expect(advice).to_be_hidden()
    assert table.differences() == []
