"""The pages of a match for everybody: axe, both themes, phone and desk, nothing outside the window."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.support.browser import Visitors, serious_by_day_and_night, serious_problems
from tests.support.cases import case
from tests.support.table import open_duel, open_solo

SCROLLS = "document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight"
SIZES = (ViewportSize(width=360, height=740), ViewportSize(width=390, height=844), ViewportSize(width=844, height=390))
# Lanes without room for a card, and the playable cards and fortress of the own hand that stand out of the window or
# over the log.
CUT_OFF = """() => {
  const end = document.querySelector("#table").getBoundingClientRect().right + 1;
  const low = [...document.querySelectorAll("#table .lane")].filter((lane) => lane.clientHeight < 60);
  const held = [...document.querySelectorAll("[data-own] :is(.held-standing, .held-fortress)")]
    .filter((card) => {
      const { right, bottom } = card.getBoundingClientRect();
      return right > end || bottom > innerHeight + 1;
    });
  return [...low, ...held].map((element) => element.className + JSON.stringify(element.getBoundingClientRect()));
}"""
WIDE = "document.documentElement.scrollWidth > innerWidth"


@pytest.mark.parametrize("phone", [False, True])
def test_pages_before_the_match(visitors: Visitors, phone: bool) -> None:
    page = visitors.visitor(phone=phone)
    for path in ("/", "/new", "/new?preset=everything"):
        with case(path):
            page.goto(path)
            assert serious_by_day_and_night(page) == []
            assert not page.evaluate(WIDE)


@pytest.mark.parametrize("phone", [False, True])
def test_the_match_page(visitors: Visitors, phone: bool) -> None:
    host, guest = (visitors.visitor(phone=phone) for _ in range(2))
    host.goto("/new?preset=draft-duel")
    host.get_by_role("button", name="Get the link").click()
    host.locator("#waiting-title").wait_for()
    assert serious_by_day_and_night(host) == []
    guest.goto(host.url)
    assert serious_by_day_and_night(guest) == []
    guest.get_by_role("button", name="Sit down and play").click()
    for page in (host, guest):
        page.locator("#draft").wait_for()
        assert serious_by_day_and_night(page) == []
        assert not page.evaluate(SCROLLS)


@pytest.mark.parametrize("phone", [False, True])
def test_the_table(visitors: Visitors, phone: bool) -> None:
    table = open_solo(visitors.visitor(phone=phone))
    for _ in range(2):
        table.turn(2)
    assert serious_by_day_and_night(table.page) == []
    assert not table.page.evaluate(SCROLLS)
    assert small_targets(table.page) == []
    table.page.get_by_role("button", name="Menu").click()
    assert serious_by_day_and_night(table.page) == []
    table.page.keyboard.press("Escape")
    for percent in (150, 200):  # of the letters' size
        table.page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", f"{percent}%")
        table.settle()
        assert not table.page.evaluate(SCROLLS)
        expect(table.attack).to_be_in_viewport(ratio=1)
        assert table.page.evaluate(CUT_OFF) == []


def small_targets(page: Page) -> list[str]:
    """Return buttons that a finger would miss: less than 40 pixels high, or hardly to be seen."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".match-header button, .status button, [data-own] button.held-legal")]
          .filter((button) => button.getClientRects().length && button.getBoundingClientRect().height < 40)
          .map((button) => button.outerHTML.slice(0, 120))"""
    )
    return found


def test_the_result(visitors: Visitors) -> None:
    anna, bo = open_duel(visitors.visitor(), visitors.visitor(phone=True))
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_role("button", name="Resign").click()
    anna.page.get_by_role("button", name="Yes, do it").click()
    for table in (anna, bo):
        table.page.locator("#result-title").wait_for()
        assert serious_problems(table.page) == []


def test_every_card_of_a_full_hand_can_be_reached(visitors: Visitors) -> None:
    table = open_solo(visitors.visitor())
    for size in SIZES:
        table.page.set_viewport_size(size)
        table.page.reload()
        table.settle()
        hidden = table.page.evaluate(
            """() => [...document.querySelectorAll("[data-own] button.held")].filter((held) => {
              const rect = held.getBoundingClientRect();
              const at = document.elementFromPoint(rect.left + 10, rect.top + rect.height / 2);
              return at?.closest(".held") !== held || rect.right > innerWidth + 8;
            }).map((held) => [held.id, held.classList.contains("held-standing")])"""
        )
        assert [card for card, stands in hidden if stands] == [], size
        if hidden:  # cards that lie show little of themselves where there is no room: a tap on them shows all
            last = table.page.locator("[data-own] .held:not(.held-standing)").last
            box = last.bounding_box()
            assert box
            table.page.mouse.click(box["x"] + 6, box["y"] + box["height"] / 2)
            expect(table.page.locator("#spread .card")).to_have_count(table.page.locator("[data-own] .held").count())
