"""Without a connection rules and cards stay readable; notifications lead to their match."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import Visitors, serious_problems
from tests.support.need import missing, needed
from tests.support.table import open_solo
from tests.support.waiting import wait_until
from tools.rig import browser as rig

CONTROLLED = "() => navigator.serviceWorker.controller !== null"
KEPT = """async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith("offline-"));
  const found = [];
  for (const name of names) found.push(...(await (await caches.open(name)).keys()));
  return found.map((request) => new URL(request.url).pathname);
}"""

SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready;
  const end = performance.now() + 30000;
  let shown = [];
  while (!shown.length && performance.now() < end) {
    shown = await registration.getNotifications();
    await new Promise(requestAnimationFrame);
  }
  return shown.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }));
}"""


@pytest.fixture(scope="module")
def browser(browser: Browser) -> Iterator[Browser]:
    """Provide a whole Chromium: the headless shell permits no notifications."""
    with needed():
        path = rig.chromium()
    if path.endswith(rig.SHELL):
        missing("Chromium", "chromium")
    whole = browser.browser_type.launch(executable_path=path, args=rig.ARGUMENTS)
    yield whole
    whole.close()


def with_worker(visitors: Visitors, path: str = "/settings") -> Page:
    """Return a page whose browser has the worker, and all that it keeps."""
    page = visitors.visitor(service_workers="allow", permissions=["notifications"])
    page.goto(path)
    page.wait_for_function(CONTROLLED)
    return page


def caller(page: Page) -> Callable[[dict[str, Any]], None]:
    """Return a function that delivers a message to the worker of this page's browser, as a push service does."""
    line = page.context.new_cdp_session(page)
    found: list[str] = []
    line.on("ServiceWorker.workerRegistrationUpdated", lambda payload: found.extend(_ids(payload)))
    line.send("ServiceWorker.enable")
    wait_until(lambda: page.evaluate(CONTROLLED) and bool(found))  # evaluating on the page lets its events arrive
    where = {"origin": page.evaluate("location.origin"), "registrationId": found[-1]}

    def call(message: dict[str, Any]) -> None:
        line.send("ServiceWorker.deliverPushMessage", {**where, "data": json.dumps(message)})

    return call


def test_rules_and_cards_are_there_without_a_connection(visitors: Visitors) -> None:
    page = with_worker(visitors)
    open_solo(page)
    match = page.url
    kept = page.evaluate(KEPT)
    assert {"/offline", "/rules", "/cards"} <= set(kept)
    assert not [path for path in kept if path.startswith("/match")]
    page.goto("/cards/ogre")  # read once, readable again
    expect(page.locator("h1")).to_be_visible()
    page.goto("/settings")
    page.context.set_offline(True)
    page.goto("/rules")
    expect(page.locator(".chapter").first).to_be_visible()
    assert page.evaluate("() => getComputedStyle(document.querySelector('.site-nav')).display") == "flex"
    page.goto("/cards")
    expect(page.locator(".card").first).to_be_visible()
    page.goto("/cards/ogre")
    expect(page.locator("h1")).to_be_visible()
    page.goto(match)
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert serious_problems(page) == []
    page.context.set_offline(False)
    expect(page.locator("#table")).to_be_visible()  # by itself: a player may have been called to this table meanwhile
    visitors.complaints.clear()  # the console reports what could not be reached


def test_the_page_of_settings_says_how_it_stands(visitors: Visitors) -> None:
    page = with_worker(visitors)
    expect(page.locator("[data-calls=nobody]")).to_be_visible()
    page.get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_role("button", name="Notify me in this browser")).to_be_visible()
    page.get_by_label("When it is my turn", exact=True).uncheck()
    page.get_by_label("From").fill("22:00")
    page.get_by_label("Until").fill("07:30")
    page.locator("#calls form button").click()
    expect(page.get_by_label("From")).to_have_value("22:00")
    expect(page.get_by_label("When it is my turn", exact=True)).not_to_be_checked()
    expect(page.locator("#zone")).to_have_value(page.evaluate("() => Intl.DateTimeFormat().resolvedOptions().timeZone"))


def test_a_call_becomes_a_notification_that_names_its_match(visitors: Visitors) -> None:
    page = with_worker(visitors)
    message = {"title": "Your turn", "body": "Bo waits for you.", "url": "/match/x", "tag": "x", "waiting": 2}
    caller(page)(message)
    wanted = {"title": "Your turn", "body": "Bo waits for you.", "tag": "x", "url": "/match/x"}
    assert page.evaluate(SHOWN) == [wanted]


def test_a_call_is_seen_by_a_list_of_matches_that_is_open(visitors: Visitors) -> None:
    page = with_worker(visitors, "/")
    open_solo(page)
    page.goto("/")
    page.locator("#ongoing").wait_for()
    call = caller(page)
    message = {"title": "Your turn", "body": "Bo waits for you.", "url": "/match/x", "tag": "x", "waiting": 1}
    with page.expect_response("**/matches/ongoing"):
        call(message)


def _ids(payload: dict[str, list[dict[str, str]]]) -> list[str]:
    return [one["registrationId"] for one in payload["registrations"]]


def test_a_site_without_https_says_why(visitors: Visitors) -> None:
    page = visitors.visitor(viewport={"width": 390, "height": 800})
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', {value: false})")
    page.goto("/settings")
    expect(page.locator("[data-calls=insecure]")).to_contain_text("https")
    expect(page.locator("[data-install=insecure]")).to_contain_text("https")
    assert page.locator("#calls-on").is_hidden()
    for width in (390, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert serious_problems(page) == []
