"""A request of a page that fails changes nothing on it; it is made again when the server is back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, Route, expect

from tests.support.browser import Visitors
from tests.support.table import MatchPage, give_up, leave_controls, open_solo, posted

UNLOADED = "Part of this page did not load. It will be requested again when needed."
UNREACHED = "The server cannot be reached at the moment. Please try again."
KINDS = ("preconstructed", "constructed")
BACK = "() => window.dispatchEvent(new Event('online'))"
# Each address of the page is asked for once; nothing of the answer may come in, nor anything go.
ASK_ALL = """async () => {
  const asked = new Set();
  for (const source of document.querySelectorAll("[hx-get], [hx-post]")) {
    const verb = source.hasAttribute("hx-get") ? "GET" : "POST";
    const address = source.getAttribute(`hx-${verb.toLowerCase()}`);
    if (asked.has(address)) continue;
    asked.add(address);
    const shown = source.textContent;
    await htmx.ajax(verb, address, {source, event: new CustomEvent("asked")});
    const text = document.title + document.body.textContent;
    if (text.includes("Bad Gateway") || !source.isConnected || source.textContent !== shown)
      throw new Error(`the answer of ${address} came into ${location.pathname}`);
  }
  return asked.size;
}"""


HEARD = """() => {
  document.dispatchEvent(new CustomEvent("game-sound", { detail: { name: "land" } }));
  return window.heard > 0;
}"""
LISTEN = """
window.heard = 0;
const real = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...when) {
  window.heard += this.context instanceof AudioContext;
  return real.apply(this, when);
};
"""


@contextmanager
def without(page: Page, script: str) -> Iterator[None]:
    """Let a script of the board not come for as long as the block lasts."""
    page.route(f"**/js/{script}.js*", lambda route: route.abort())
    yield
    page.unroute(f"**/js/{script}.js*")


@contextmanager
def failing(page: Page, status: int, text: str = "<title>Bad Gateway</title><h1>Bad Gateway</h1>") -> Iterator[None]:
    """Answer what htmx asks as a proxy without a server does, for as long as the block lasts."""

    def answer(route: Route) -> None:
        if "hx-request" in route.request.headers:
            route.fulfill(status=status, body=text, content_type="text/html")
        else:
            route.fallback()

    page.route("**/*", answer)
    yield
    page.unroute("**/*", answer)


def test_no_answer_of_a_failure_comes_into_a_page(visitors: Visitors) -> None:
    page = visitors.visitor()
    table, workshop = (posted(page, "/new", mode="bot", opponent="1", format=kind) for kind in KINDS)
    asked = 0
    waiting = posted(page, "/new", mode="duel", format="draft")
    pages = ["/", "/designer/new", waiting, workshop, table]
    for path, status in zip(pages, (502, 503, 403, 502, 429), strict=True):
        with failing(page, status):
            page.goto(path)
            page.wait_for_load_state()
            asked += page.evaluate(ASK_ALL)
            if path == table:
                give_up(MatchPage(page))
                asked += page.evaluate(ASK_ALL)
    assert asked > 20
    visitors.complaints.clear()  # the browser itself reports what failed


def test_automatic_requests_are_repeated_and_failed_presses_are_explained(visitors: Visitors) -> None:
    page = visitors.visitor()
    table = open_solo(page)
    page.goto("/")
    ongoing = page.locator("#ongoing")
    shown = ongoing.inner_text()
    with page.expect_response(lambda answer: answer.url.endswith("/matches/ongoing") and answer.ok):
        with failing(page, 502):
            with page.expect_response("**/matches/ongoing"):
                page.evaluate("() => htmx.trigger('#ongoing', 'look')")
            with page.expect_response("**/matches/ongoing"):  # without anybody's doing
                pass
        page.evaluate(BACK)  # if the page has not asked once more by itself meanwhile
    expect(ongoing).to_have_text(re.compile(".+"))
    assert ongoing.inner_text() == shown

    page.goto("/decks/new?q=og")
    pick = page.locator(".pick").first
    notice = page.locator(".toast-apart")
    with failing(page, 502):
        pick.click()
        expect(notice).to_have_text(UNREACHED)
    with failing(page, 403, json.dumps({"error": "Not yours.", "code": "not_your_deck"})):
        pick.click()
        expect(notice).to_have_text("Not yours.")
    pick.click()
    expect(pick).to_have_attribute("aria-pressed", "true")
    expect(notice).to_have_count(0)

    with failing(page, 503):
        page.goto("/")
        page.locator("#ongoing a").first.click()
        table.settle()
        expect(page.locator("#log")).to_have_attribute("data-seq", "-1")
    page.evaluate(BACK)
    expect(page.locator("#log li")).not_to_have_count(0)
    assert table.log
    visitors.complaints.clear()  # the browser itself reports what failed


def test_a_script_that_did_not_come_is_said_and_asked_for_at_its_next_use(visitors: Visitors) -> None:
    page = visitors.own()
    page.add_init_script(LISTEN)
    notice = page.locator("#toast")
    with without(page, "sound/sounds"):
        open_solo(page)
        with page.expect_event("requestfailed", lambda request: "/sound/" in request.url):
            page.keyboard.press("Shift")
        expect(notice).to_have_text(UNLOADED)
        page.evaluate(HEARD)
    page.wait_for_function(HEARD)
    notice.evaluate("(line) => { line.textContent = ''; }")

    look, card = page.locator("#inspect"), page.locator("[data-own] .held-legal").first
    with without(page, "match/panel_position"):
        card.hover(position={"x": 12, "y": 40})
        expect(notice).to_have_text(UNLOADED)
        expect(look).to_be_visible()  # where it lies is all that is missing
        assert look.evaluate("(panel) => panel.style.width") == ""
        leave_controls(page)
        expect(look).to_be_hidden()
        notice.evaluate("(line) => { line.textContent = ''; }")
        with page.expect_event("requestfailed", lambda request: "panel_position.js?again=1" in request.url):
            card.hover(position={"x": 12, "y": 40})
        expect(look).to_be_visible()
        leave_controls(page)
        expect(look).to_be_hidden()
    card.hover(position={"x": 12, "y": 40})
    expect(look).to_have_attribute("style", re.compile("width: .*px"))
    expect(notice).to_have_text("")  # said once
    visitors.complaints.clear()  # the browser itself reports what failed


def test_what_is_fetched_ahead_and_fails_is_fetched_when_it_is_wanted(visitors: Visitors) -> None:
    page = visitors.visitor()
    table = open_solo(page)
    table.turn(1)
    give_up(table)
    page.route("**/replay/frame?step=1&*", lambda route: route.abort())
    with page.expect_event("requestfailed", lambda request: "step=1&" in request.url):
        page.goto(f"{page.url}/replay?step=2")
        expect(page.locator("#play")).to_be_visible()
        page.keyboard.press("Home")
    page.unroute("**/replay/frame?step=1&*")
    expect(page.locator("#stage")).to_have_attribute("data-step", "0")
    page.evaluate("window.before = true")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#stage")).to_have_attribute("data-step", "1")
    assert page.evaluate("window.before"), "the whole page was loaded"

    page.route("**/api/push", lambda route: route.abort())
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/api/push")):
        page.goto("/settings")
    page.goto("/rules")
    assert [each for each in visitors.complaints if each.startswith("script error")] == []
    visitors.complaints.clear()  # the browser itself reports what failed
