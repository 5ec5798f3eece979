"""A hint on the board: shown on a press, gone with a press and with the next play."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.browser import DESKTOP, PHONE, Visitors, serious_problems
from tests.support.table import open_solo

# The hands, and what the hint speaks of, that it lies over.
COVERED = """() => {
  const {left, top, right, bottom} = document.getElementById("advice").getBoundingClientRect();
  return [...document.querySelectorAll(".hand, [data-advised]")].filter((element) => {
    const box = element.getBoundingClientRect();
    return box.left < right - 1 && box.right > left + 1 && box.top < bottom - 1 && box.bottom > top + 1;
  }).map((element) => element.id);
}"""


def test_a_hint_is_shown_until_the_next_play(visitors: Visitors) -> None:
    table = open_solo(visitors.visitor(phone=True))
    page, advice = table.page, table.page.locator("#advice")
    table.settle()
    page.get_by_role("button", name="Hint").click()
    expect(advice.locator(".advice-play")).to_be_visible()
    expect(advice.locator(".advice-why li").first).to_be_visible()
    assert page.locator("[data-advised]").count() > 0  # the card and where it goes, or the button
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)
        table.settle()
        assert page.evaluate(COVERED) == []
        assert serious_problems(page) == []
    advice.get_by_role("button", name="Close the hint").click()
    expect(advice).to_be_hidden()
    expect(page.locator("[data-advised]")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    expect(advice).to_be_visible()
    table.turn(1)
    expect(advice).to_be_hidden()
    assert table.differences() == []
