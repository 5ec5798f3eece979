"""Two on a side, and a coach's table, in a window for each who sits there."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.browser import Visitors, serious_problems
from tests.support.table import MatchPage, covered, menu, posted, sit_down

NAMES = "cards => cards.map((card) => card.dataset.name)"


def _comes(page: Page, host: Page, link: str, name: str) -> MatchPage:
    """Seat somebody by the link that a player's own page of links shows."""
    inviting = host.context.new_page()
    inviting.goto(f"{host.url}/company")
    page.goto(inviting.locator(link).input_value())
    inviting.close()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.locator("#table, #waiting").wait_for()
    return MatchPage(page)


def _draw(page: Page, start: str) -> None:
    """Draw a ring with the keyboard, for your own side."""
    page.locator("#talk-panel [data-draw]").press("Enter")
    form = page.locator("#marks-form")
    form.get_by_label("From").select_option(start)
    form.get_by_role("button", name="Draw the arrow").press("Enter")


def test_two_on_a_side_come_by_a_link_play_alternately_and_resign_together(visitors: Visitors) -> None:
    """Two against two: tests/app/matches/core/features/test_team.py."""
    pages = anna, bo, cleo = tuple(visitors.visitor() for _ in range(3))
    anna.goto(posted(anna, "/new", mode="duel", format="preconstructed", pairs="both", first="me", name="Anna"))
    host, other = sit_down(anna, bo)
    expect(anna.locator("#stage")).to_contain_text("There is room for a second player at your side.")
    assert serious_problems(anna) == []
    beside = _comes(cleo, anna, "#link-beside", "Cleo")
    for table in (host, beside):
        table.settle()
    expect(anna.locator("#stage")).not_to_contain_text("There is room")
    hands = [page.locator("[data-own] .held[data-name]").evaluate_all(NAMES) for page in (anna, cleo)]
    assert hands[0] and hands[0] == hands[1], "the same hand"

    assert (host.my_turn, beside.my_turn) == (True, False)
    for table in (host, other):
        table.turn(0)
        for each in (host, other, beside):
            each.reach(table.seq)
            each.settle()
    assert (host.my_turn, beside.my_turn) == (False, True), "partners take their side's turns alternately"

    _draw(cleo, "Ah0" if beside.seat == "A" else "Bh0")
    expect(anna.locator("#table .marks")).to_be_attached()
    expect(bo.locator("#table .marks")).to_have_count(0)
    menu(anna, "Suggest resigning")
    expect(cleo.get_by_role("button", name="Resign together")).to_be_visible()
    expect(bo.get_by_text("suggests resigning")).to_have_count(0)
    assert serious_problems(cleo) == []
    assert covered(cleo) == []
    cleo.get_by_role("button", name="Resign together").click()
    for page in pages:
        page.locator("#result-title").wait_for()
