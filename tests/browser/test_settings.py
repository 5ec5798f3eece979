"""The page of settings: choices take effect at once, everywhere, and on another device of the same guest."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.browser import Visitors, serious_by_day_and_night
from tests.support.table import all_stored, menu, open_solo, prefer

IS_NIGHT = "() => getComputedStyle(document.documentElement).colorScheme === 'dark'"


def choose(page: Page, name: str) -> None:
    """Tick a box or choose one of several, and wait until it is stored."""
    page.get_by_label(name, exact=True).click()
    all_stored(page)


REFUSED = """for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("refused", "SecurityError"); } });
}
const refused = () => Promise.reject(new DOMException("refused", "SecurityError"));
if (navigator.serviceWorker) Object.assign(navigator.serviceWorker, { register: refused, getRegistration: refused });"""


def test_a_browser_that_stores_nothing_is_no_error(visitors: Visitors) -> None:
    """An error that no script catches is a complaint, which fails the test."""
    page = visitors.own(phone=True)
    page.add_init_script(REFUSED)
    for address in ("/", "/cards", "/rules", "/designer", "/settings"):
        page.goto(address)
    page.get_by_label("Night", exact=True).click()
    page.wait_for_function(IS_NIGHT)
    open_solo(page).turn(0)


def test_what_is_chosen_holds_on_every_page_and_device(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True, color_scheme="light")
    page.goto("/settings")
    choose(page, "Night")  # by a visitor who is no guest yet
    page.wait_for_function(IS_NIGHT)
    for width in (1280, 390, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert serious_by_day_and_night(page) == []
    page.emulate_media(color_scheme="light")
    open_solo(page)
    assert page.evaluate(IS_NIGHT)
    all_stored(page)  # with the new guest
    prefer(page, "confirm", "off")
    menu(page, "Resign", sure=False)  # what loses the match is always asked
    page.get_by_role("button", name="No, go back").click()
    expect(page.locator("#result-title")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="All settings").click()
    choose(page, "As little as possible")
    choose(page, "4×")

    other = visitors.visitor(color_scheme="light")
    cookie = next(one["value"] for one in page.context.cookies() if one["name"].startswith("guest-"))
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
