"""Two on a side, and a coach's table, in a window for each who sits there."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.browser import Visitors, serious_problems
from tests.support.table import MatchPage, covered, menu, open_duel, posted, sit_down

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
    """Draw a ring with the keyboard, for one's own side."""
    page.locator("#talk-panel [data-draw]").press("Enter")
    form = page.locator("#marks-form")
    form.get_by_label("From").select_option(start)
    form.get_by_role("button", name="Draw the arrow").press("Enter")


def test_two_against_two_play_alternately_and_resign_together(visitors: Visitors) -> None:
    pages = anna, bo, cleo, dan = tuple(visitors.visitor() for _ in range(4))
    anna.goto(posted(anna, "/new", mode="duel", format="preconstructed", pairs="both", name="Anna"))
    sit_down(anna, bo)
    expect(anna.locator("#stage")).to_contain_text("There is room for a second player at your side.")
    assert serious_problems(anna) == []
    tables = {"Anna": MatchPage(anna), "Bo": MatchPage(bo)}
    tables["Cleo"] = _comes(cleo, anna, "#link-beside", "Cleo")
    tables["Dan"] = _comes(dan, bo, "#link-beside", "Dan")
    for table in tables.values():
        table.settle()
    expect(anna.locator("#stage")).not_to_contain_text("There is room")
    hands = [page.locator("[data-own] .held[data-name]").evaluate_all(NAMES) for page in (anna, cleo)]
    assert hands[0] and hands[0] == hands[1], "the same hand"

    acted = []
    for _ in range(4):
        name, table = next((name, table) for name, table in tables.items() if table.my_turn)
        acted.append(name)
        table.turn(0)
        for other in tables.values():
            other.reach(table.seq)
            other.settle()
    pairs = {"Anna": "Cleo", "Cleo": "Anna", "Bo": "Dan", "Dan": "Bo"}
    assert acted[2:] == [pairs[name] for name in acted[:2]], "partners take their side's turns alternately"

    _draw(cleo, "Ah0" if tables["Cleo"].seat == "A" else "Bh0")
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


def test_a_coach_sees_both_hands_and_draws_for_each_and_no_line_lies_over_the_board(visitors: Visitors) -> None:
    host, guest, cleo = visitors.visitor(), visitors.visitor(phone=True), visitors.visitor(forced_colors="active")
    anna, bo = open_duel(host, guest)
    menu(host, "Suggest a coach for both", sure=False)
    expect(host.locator("#menu")).to_be_hidden()  # it would lie over the offer
    assert serious_problems(guest) == []
    guest.get_by_role("button", name="Agree").tap()
    expect(host.locator("#absent .offer-line")).to_contain_text("A coach may join")
    coach = _comes(cleo, host, "#link-coach", "Cleo")
    coach.settle()
    expect(cleo.locator("#absent .offer-line")).to_contain_text("You are the coach and see both hands.")
    expect(cleo.get_by_text("You are watching")).to_have_count(0)
    for page in (host, guest):
        expect(page.locator("#absent .offer-line")).to_contain_text("A coach is watching: Cleo sees both hands.")
        assert serious_problems(page) == []
    for table in (anna, bo):
        hand = cleo.locator(f"#hand-{table.seat}")
        for name in table.page.locator("[data-own] .held[data-name]").evaluate_all(NAMES):
            expect(hand).to_contain_text(name)
    _draw(cleo, "Ah0")
    for table in (anna, bo):
        expect(table.page.locator("#table .marks")).to_have_count(1 if table.seat == "A" else 0)

    host.keyboard.press("Escape")  # the menu
    mover, waiter = (anna, bo) if anna.my_turn else (bo, anna)
    mover.turn(1)
    expect(waiter.page.locator("#recap")).to_be_visible()
    for page in (host, guest, cleo):
        assert covered(page) == []

    host.get_by_role("button", name="End the coaching").click()
    for page in (host, guest, cleo):
        expect(page.locator("#absent .offer-line")).to_have_count(0)
