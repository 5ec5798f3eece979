"""Matches that were played without a connection are added to the replays, however many; and a browser that lacks what
only https gives learns it."""

from __future__ import annotations

import json

from playwright.sync_api import Route, expect

from tests.app.learning.replay.records import golden
from tests.support.browser import Visitors

MATCHES_PLAYED = 12
PLAYED = """async ([record, many]) => {
  const script = [...document.scripts].map(({ src }) => src).find((src) => src.includes("/js/offline/send.js"));
  const { put } = await import(new URL("store.js", script).href);
  for (let number = 0; number < many; number++)
    await put({
      id: `played-${number}`, at: number, status: "over", sent: false, match: { record: JSON.parse(record) },
      player: window.prefs.who?.() ?? "",
    });
}"""
BY_HTTP = """delete Crypto.prototype.randomUUID;
Object.defineProperty(Navigator.prototype, "locks", { value: undefined });"""


def test_more_matches_than_a_minute_takes_are_added_one_after_the_other(visitors: Visitors) -> None:
    page = visitors.own()
    page.goto("/matches")
    page.evaluate(PLAYED, [json.dumps(golden("2022-solo-draft")), MATCHES_PLAYED])
    page.reload()
    expect(page.locator("#offline-played")).to_contain_text(f"{MATCHES_PLAYED} matches")
    refused: list[int] = []

    def beyond(route: Route) -> None:
        """Answer once as the site does to the eleventh of a minute: that it takes more in a second."""
        if route.request.method == "POST" and len(refused) < 1:
            refused.append(1)
            route.fulfill(status=429, headers={"Retry-After": "1"}, json={"error": "", "code": "too_many"})
        else:
            route.continue_()

    page.route("**/replays", beyond)
    page.get_by_role("button", name="Add to my replays").click()
    expect(page.locator(".tag", has_text="Played without a connection")).to_have_count(MATCHES_PLAYED)
    assert refused == [1]
    visitors.complaints.clear()  # the console reports the refusal


def test_by_plain_http_the_table_says_what_it_lacks_instead_of_nothing(visitors: Visitors) -> None:
    """Ids and locks are there by https alone, as is a place for what is kept: the page runs on and says so."""
    page = visitors.own()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.add_init_script(BY_HTTP)
    page.goto("/offline/match?preset=quick-solo")
    expect(page.locator("main")).to_contain_text("Turn on “Save for offline play” again")
    assert not [error for error in errors if "randomUUID" in error or "locks" in error or "undefined" in error]
    visitors.complaints.clear()  # the console reports what could not be loaded
