"""The page of settings: choices take effect at once, everywhere, and on another device of the same guest."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.browser import Visitors, serious_by_day_and_night, serious_problems
from tests.support.cases import case
from tests.support.table import open_solo

IS_NIGHT = "() => getComputedStyle(document.documentElement).colorScheme === 'dark'"
ALL_STORED = "() => localStorage.getItem('clash-prefs-unsent') === '{}'"


def choose(page: Page, name: str) -> None:
    """Tick a box or choose one of several, and wait until it is stored."""
    page.get_by_label(name, exact=True).click()
    page.wait_for_function(ALL_STORED)


def test_what_is_chosen_holds_on_every_page_and_device(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True, color_scheme="light")
    page.goto("/settings")
    choose(page, "Night")  # by a visitor who is no guest yet
    assert page.evaluate(IS_NIGHT)
    assert serious_problems(page) == []
    open_solo(page)
    assert page.evaluate(IS_NIGHT)
    page.wait_for_function(ALL_STORED)  # with the new guest
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="All settings").click()
    choose(page, "As little as possible")
    choose(page, "4×")

    other = visitors.visitor(color_scheme="light")
    cookie = next(one["value"] for one in page.context.cookies() if one["name"] == "guest")
    other.context.add_cookies([{"name": "guest", "value": cookie, "url": page.url}])
    other.goto("/")
    assert other.evaluate(IS_NIGHT)
    other.goto("/rules")  # the same for everybody, and still at night
    assert other.evaluate(IS_NIGHT)
    other.goto("/settings")
    expect(other.get_by_label("4×")).to_be_checked()
    choose(other, "Day")

    page.goto("/")
    assert not page.evaluate(IS_NIGHT)
    assert page.evaluate("() => document.documentElement.dataset.motion") == "less"


def test_name_and_language(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/settings")
    page.get_by_label("Your name").fill("Anna")
    page.locator("#language").select_option("en")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Your name")).to_have_value("Anna")
    expect(page.locator("#language")).to_have_value("en")
    page.goto("/new")
    expect(page.get_by_label("Your name")).to_have_value("Anna")


def test_nothing_runs_over(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/settings")
    for width in (1280, 390, 360):
        with case(f"{width} pixels"):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
            assert serious_by_day_and_night(page) == []


def test_questions_are_asked_only_where_they_are_wanted(visitors: Visitors) -> None:
    table = open_solo(visitors.visitor())
    table.page.evaluate("() => prefs.set('confirm', 'off')")
    table.page.get_by_role("button", name="Menu").click()
    table.page.get_by_role("button", name="Resign").click()  # what loses the match is always asked
    table.page.get_by_role("button", name="No, go back").click()
    expect(table.page.locator("#result-title")).to_have_count(0)
