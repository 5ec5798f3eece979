"""No press of "Attack!" is lost without a word, whatever the page does at that moment (500 of them: tests/drills)."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, Route

from tests.support.browser import Visitors
from tests.support.cases import case
from tests.support.presses import MOMENTS, Presser
from tests.support.table import MatchPage, give_up, open_solo, posted

BUTTONS = """(rule) => [...document.querySelectorAll(rule)].filter((each) => each.checkVisibility()).map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""
PRESSABLE = """() => getComputedStyle(document.querySelector(".result")).pointerEvents === "auto" """
"""The result's own sheet has come; before, nobody sees its buttons, and no press reaches them."""
# A computer is offered after half a minute.
OFFERED = """() => {
  const offer = document.getElementById("waiting-bot");
  htmx.ajax("GET", offer.getAttribute("hx-get"), { target: offer, swap: "innerHTML" });
}"""
ACTIONS = ".result-actions > *"
WAITING = ".waiting-panel :is(button, a, input):not(#waiting-others *, #waiting-bot *)"
HEADER = ".match-header button"
SIZES = ((1280, 800), (1280, 1200), (390, 844), (844, 390))


def test_a_press_in_each_moment_of_a_swap_goes_out_once_or_is_refused_with_a_word(visitors: Visitors) -> None:
    presser = Presser(visitors, seed=1)
    for moment in MOMENTS:
        with case(moment):
            presser.press(moment)


def test_no_button_of_a_result_moves_under_a_press_when_its_late_parts_come(visitors: Visitors) -> None:
    page = visitors.visitor()
    table = open_solo(page)
    let_come = held_back(page, "**/replay/digest*", "**/offline/offer")
    with page.expect_request("**/replay/digest*"):
        give_up(table)
    page.wait_for_function(PRESSABLE)
    early = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        early.append(page.evaluate(BUTTONS, ACTIONS))
    assert all(early) and page.locator(".medals").count() == 0
    let_come()
    page.locator(".medals").wait_for()
    page.wait_for_function("() => [...document.images].every((each) => each.complete)")
    for (width, height), before in zip(SIZES, early, strict=True):
        page.set_viewport_size({"width": width, "height": height})
        with case(f"{width}x{height}"):
            assert page.evaluate(BUTTONS, ACTIONS) == before


def held_back(page: Page, *late: str) -> Callable[[], None]:
    """Hold requests for parts of a page that come late; return what lets them come."""
    held: list[Route] = []
    may_come = False

    def route(asked: Route) -> None:
        if may_come:
            asked.continue_()
        else:
            held.append(asked)

    def let_come() -> None:
        nonlocal may_come
        may_come = True
        for asked in held:
            asked.continue_()

    for address in late:
        page.route(address, route)
    return let_come


def test_no_button_moves_while_a_host_waits_or_when_another_match_calls(visitors: Visitors) -> None:
    host, guest = visitors.visitor(), visitors.visitor()
    begun = posted(host, "/new", mode="duel", format="preconstructed", deck="1", first="me", name="Ann")
    posted(guest, f"{begun}/join", deck="2", name="Bo")
    page = host
    for width, height in SIZES[:1] + SIZES[2:3]:
        page.set_viewport_size({"width": width, "height": height})
        with case(f"a table that waits, {width}"):
            let_come = held_back(page, "**/others")
            page.goto(posted(page, "/new", mode="duel", format="preconstructed", public="yes"))
            for part in ("#host-name", "#host-deck", ".waiting-more"):
                page.locator(part).wait_for()
            before = page.evaluate(BUTTONS, WAITING)
            let_come()
            page.locator("#waiting-others p").wait_for()
            page.evaluate(OFFERED)
            page.locator("#waiting-bot button").wait_for()
            assert before and page.evaluate(BUTTONS, WAITING) == before
        with case(f"a table, {width}"):
            let_come = held_back(page, "**/matches/awaiting*")
            page.goto(posted(page, "/new", mode="bot", opponent="1", format="preconstructed", deck="1", first="me"))
            MatchPage(page).settle()
            before = page.evaluate(BUTTONS, HEADER)
            let_come()
            page.locator(".next-match").wait_for()
            assert before and page.evaluate(BUTTONS, HEADER) == before
