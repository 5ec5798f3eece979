"""The pages of a match for everybody: axe, both schemes, phone and desk, nothing outside the window."""

from __future__ import annotations

from playwright.sync_api import ViewportSize, expect

from tests.support.browser import PHONE, Visitors, serious_by_day_and_night, serious_problems
from tests.support.cases import case
from tests.support.table import MatchPage, open_solo, posted, resign

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


# Of the cards in the own hand, those of which nothing can be touched: their ids, and whether they can be played.
HIDDEN = """() => [...document.querySelectorAll("[data-own] button.held")].filter((held) => {
  const rect = held.getBoundingClientRect();
  const at = document.elementFromPoint(rect.left + 10, rect.top + rect.height / 2);
  return at?.closest(".held") !== held || rect.right > innerWidth + 8;
}).map((held) => [held.id, held.classList.contains("held-standing")])"""
# Buttons that a finger would miss: less than 40 pixels high.
SMALL_TARGETS = """() => [...document.querySelectorAll(".match-header button, .status button, [data-own] .held-legal")]
  .filter((button) => button.getClientRects().length && button.getBoundingClientRect().height < 40)
  .map((button) => button.outerHTML.slice(0, 120))"""


def test_pages_before_the_match(visitors: Visitors) -> None:
    host, guest = visitors.visitor(), visitors.visitor(phone=True)
    for page in (host, guest):
        for path in ("/", "/new?preset=everything", "/campaign"):
            with case(path):
                page.goto(path)
                assert not page.evaluate(WIDE)
                assert page is host or serious_by_day_and_night(page) == []
    host.goto(posted(host, "/new", mode="duel", format="draft", name="Anna"))
    host.locator("#waiting-title").wait_for()
    assert serious_problems(host) == []
    guest.goto(host.url)
    assert serious_problems(guest) == []
    guest.get_by_role("button", name="Sit down and play").click()
    for page in (host, guest):
        page.locator("#draft").wait_for()
        MatchPage(page).settle()
        assert not page.evaluate(SCROLLS)
        assert page is host or serious_by_day_and_night(page) == []


def test_the_table_and_its_result(visitors: Visitors) -> None:
    for table in (open_solo(visitors.visitor()), open_solo(visitors.visitor(phone=True))):
        page = table.page
        table.turn(2)
        assert not page.evaluate(SCROLLS)
        assert page.evaluate(SMALL_TARGETS) == []
        assert serious_by_day_and_night(page) == []
        if page.viewport_size == PHONE:
            page.get_by_role("button", name="Menu").click()
            page.locator("#menu").wait_for()
            assert serious_problems(page) == []
            page.keyboard.press("Escape")
            expect(page.locator("#menu")).to_be_hidden()
        for percent in (150, 200):  # of the letters' size
            page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", f"{percent}%")
            table.settle()
            assert not page.evaluate(SCROLLS)
            expect(table.attack).to_be_in_viewport(ratio=1)
            assert page.evaluate(CUT_OFF) == []
        page.evaluate("() => { document.documentElement.style.fontSize = ''; }")
        resign(page)
        assert serious_problems(page) == []


def test_every_card_of_a_full_hand_can_be_reached(visitors: Visitors) -> None:
    table = open_solo(visitors.visitor())
    page = table.page
    for size in SIZES:
        page.set_viewport_size(size)
        page.reload()
        table.settle()
        hidden = page.evaluate(HIDDEN)
        assert [card for card, stands in hidden if stands] == [], size
        if hidden:  # cards that lie show little of themselves where there is no room: a tap on them shows all
            last = page.locator("[data-own] .held:not(.held-standing)").last
            box = last.bounding_box()
            assert box
            page.mouse.click(box["x"] + 6, box["y"] + box["height"] / 2)
            expect(page.locator("#spread .card")).to_have_count(page.locator("[data-own] .held").count())
