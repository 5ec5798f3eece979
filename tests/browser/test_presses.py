"""No press of "Attack!" is lost without a word, whatever the page does at that moment (500 of them: tests/drills)."""

from __future__ import annotations

from playwright.sync_api import Route

from tests.support.browser import Visitors
from tests.support.cases import case
from tests.support.presses import MOMENTS, Presser
from tests.support.table import give_up, open_solo

BUTTONS = """() => [...document.querySelectorAll(".result-actions > *")].map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""
PRESSABLE = """() => getComputedStyle(document.querySelector(".result")).pointerEvents === "auto" """
"""The result's own sheet has come; before, nobody sees its buttons, and no press reaches them."""
SIZES = ((1280, 800), (1280, 1200), (390, 844), (844, 390))


def test_a_press_in_each_moment_of_a_swap_goes_out_once_or_is_refused_with_a_word(visitors: Visitors) -> None:
    presser = Presser(visitors, seed=1)
    for moment in MOMENTS:
        with case(moment):
            presser.press(moment)


def test_no_button_of_a_result_moves_under_a_press_when_its_late_parts_come(visitors: Visitors) -> None:
    page = visitors.visitor()
    table = open_solo(page)
    held: list[Route] = []
    for late in ("**/replay/digest*", "**/offline/offer"):
        page.route(late, lambda route: held.append(route))
    give_up(table)
    page.wait_for_function(PRESSABLE)
    early = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        early.append(page.evaluate(BUTTONS))
    assert all(early) and page.locator(".medals").count() == 0
    for route in held:
        route.continue_()
    page.locator(".medals").wait_for()
    page.wait_for_function("() => [...document.images].every((each) => each.complete)")
    for (width, height), before in zip(SIZES, early, strict=True):
        page.set_viewport_size({"width": width, "height": height})
        with case(f"{width}x{height}"):
            assert page.evaluate(BUTTONS) == before
