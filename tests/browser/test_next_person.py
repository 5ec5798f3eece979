"""Nothing that a browser keeps of a player is for the next person there."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.browser import Visitors

CONTROLLED = "() => navigator.serviceWorker.controller !== null"
# A match as the table's worker keeps it (js/offline/store.js).
PLAYED = """async () => {
  const root = document.querySelector('script[src*="js/"]').src.replace(/js\\/.*/, "js/offline/");
  const store = await import(root + "store.js");
  await store.put({ id: "m1", status: "over", at: 1, player: window.prefs.who(),
    match: { id: "m1", begun: 1, seats: {}, record: { names: { A: "Ann", B: "Bea" }, actions: [] } } });
}"""
OWN = """async () => {
  const root = document.querySelector('script[src*="js/"]').src.replace(/js\\/.*/, "js/offline/");
  const [store, { ownKey }] = [await import(root + "store.js"), await import(root + "kept.js")];
  return [(await store.all(window.prefs.who())).length, localStorage.getItem(ownKey()) ?? "", await store.unsent()];
}"""


def named(page: Page, name: str) -> None:
    page.goto("/settings")
    page.locator("#name").fill(name)
    page.locator("form:has(#name)").get_by_role("button", name="Save").click()
    page.wait_for_load_state()


def kept(page: Page) -> list[object]:
    """Return the number of the player's kept matches, their decks, and the number of all matches that wait."""
    found: list[object] = page.evaluate(OWN)
    return found


def test_what_is_kept_is_asked_about_and_gone_with_its_player(visitors: Visitors) -> None:
    page = visitors.own(service_workers="allow")
    page.goto("/matches")
    page.evaluate(PLAYED)  # by nobody who is known
    assert kept(page)[0] == 1
    named(page, "Ann")
    page.evaluate("() => localStorage.setItem(`clash-own-${window.prefs.who()}`, 'of Ann')")
    page.goto("/matches")
    expect(page.locator("#offline-played")).to_contain_text("1 match")
    ann = page.evaluate("() => window.prefs.who()")
    assert ann and kept(page) == [1, "of Ann", 1]
    page.wait_for_function("() => localStorage.getItem('clash-who') === window.prefs.who()")
    # Another player signs in at the same browser: both keep their own.
    cookies = page.context.cookies()
    page.context.clear_cookies()
    named(page, "Bob")
    page.goto("/matches")
    expect(page.locator("#offline-played")).to_be_hidden()
    assert kept(page)[:2] == [0, ""]
    page.wait_for_function("(ann) => !Object.keys(localStorage).some((key) => key.includes(ann))", arg=ann)
    page.context.clear_cookies()
    page.context.add_cookies(cookies)  # type: ignore[arg-type] # as they were given
    page.goto("/matches")
    expect(page.locator("#offline-played")).to_contain_text("1 match")
    page.goto("/account")
    page.get_by_text("Delete everything", exact=True).click()
    page.get_by_role("button", name="Delete all my data").click()
    expect(page.locator("#unsent")).to_contain_text("1 match played in this browser without a connection is not in any")
    assert page.url.endswith("/account")
    page.get_by_role("button", name="Delete all my data").click()
    expect(page.get_by_role("heading", name="Everything is deleted")).to_be_visible()
    page.goto("/matches")
    page.wait_for_load_state()
    expect(page.locator("#offline-played")).to_be_hidden()
    assert kept(page) == [0, "", 0]
    visitors.complaints.clear()
