"""Without a connection rules and cards stay readable; notifications lead to their match."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import Visitors, serious_problems
from tests.support.need import missing, needed
from tests.support.table import open_solo, posted
from tests.support.waiting import wait_until
from tools.rig import browser as rig
from tools.rig.json import Json
from tools.rig.server import ServerProcess

CONTROLLED = "() => navigator.serviceWorker.controller !== null"
STORED = """async () => {
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

TAGS = """async (tags) => {
  const registration = await navigator.serviceWorker.ready;
  const shown = await registration.getNotifications();
  return String(shown.map(({ tag }) => tag).sort()) === String(tags);
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


@pytest.fixture(scope="module")
def people(browser: Browser, site: ServerProcess) -> Iterator[Visitors]:
    """Provide visitors with that browser."""
    found = Visitors(browser, site.url)
    yield found
    found.close()


def with_worker(visitors: Visitors) -> Page:
    """Return a page whose browser has the worker, and all that it keeps."""
    page = visitors.own(service_workers="allow", permissions=["notifications"])
    page.goto("/settings")
    page.wait_for_function(CONTROLLED)
    return page


def caller(page: Page) -> Callable[[Json], None]:
    """Return a function that delivers a message to the worker of this page's browser, as a push service does."""
    line = page.context.new_cdp_session(page)
    found: list[str] = []

    def registered(event: dict[str, list[dict[str, str]]]) -> None:
        found.extend(one["registrationId"] for one in event["registrations"])

    line.on("ServiceWorker.workerRegistrationUpdated", registered)
    line.send("ServiceWorker.enable")
    wait_until(lambda: page.evaluate(CONTROLLED) and bool(found))  # evaluating on the page lets its events arrive
    where = {"origin": page.evaluate("location.origin"), "registrationId": found[-1]}

    def call(message: Json) -> None:
        line.send("ServiceWorker.deliverPushMessage", {**where, "data": json.dumps(message)})

    return call


def test_rules_and_cards_are_there_without_a_connection(visitors: Visitors) -> None:
    page = with_worker(visitors)
    open_solo(page)
    match = page.url
    kept = page.evaluate(STORED)
    assert {"/offline", "/rules", "/cards"} <= set(kept)
    assert not [path for path in kept if path.startswith("/match")]
    page.goto("/cards/ogre")  # read once, readable again
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
    expect(page.locator("#table")).to_be_visible()  # on its own: a player may have been called to this table meanwhile
    visitors.complaints.clear()  # the console reports what could not be reached


def test_a_call_becomes_a_notification_and_is_seen_by_an_open_list_of_matches(visitors: Visitors) -> None:
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
    solo = posted(page, "/new", mode="solo", format="preconstructed")
    page.goto("/")
    page.locator("#ongoing").wait_for()
    with page.expect_response("**/matches/ongoing"):
        caller(page)({"title": "Your turn", "body": "Bo waits for you.", "url": "/match/x", "tag": "x", "waiting": 2})
    wanted = {"title": "Your turn", "body": "Bo waits for you.", "tag": "x", "url": "/match/x"}
    assert page.evaluate(SHOWN) == [wanted]
    waits = solo.rsplit("/", 1)[1]
    for tag in (waits, "played"):
        caller(page)({"title": "Your turn", "body": "", "url": "/", "tag": tag, "kind": "turn", "waiting": 1})
    page.wait_for_function(TAGS, arg=sorted([waits, "x"]))  # that of a turn which does not wait has closed itself
