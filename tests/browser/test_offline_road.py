"""A road of Legacy without a connection: begun, played on after a reload, chosen at, ended, and deleted; afterwards its
matches are added to the replays."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.test_offline_match import READY, opened, with_game
from tests.support.browser import Visitors, serious_problems
from tests.support.table import resign

COMPUTER_RESIGNS = """async (id) => {
  const script = [...document.scripts].map(({ src }) => src).find((src) => src.includes("/js/offline/road.js"));
  const { known, put } = await import(new URL("store.js", script).href);
  const [stored] = await known(window.prefs.who(), id);
  const { record } = stored.match;
  record.actions = [{ by: "B", action: { type: "resign", player: "B" }, at: 1 }];
  record.result = { winner: "A", reason: "resignation" };
  await put({ ...stored, status: "over" });
}"""
# The kept game is of an older version of the site, which had no roads, and whose manifest named no pages.
BEFORE_ROADS = """async () => {
  const name = (await caches.keys()).find((name) => name.startsWith("game-")), cache = await caches.open(name);
  const path = name.slice("game-".length) + "vendor/offline/manifest.json";
  const { pages, ...manifest } = await (await cache.match(path)).json();
  await cache.put(path, new Response(JSON.stringify(manifest)));
  await cache.delete("/offline/road");
}"""
WIDTH = "document.documentElement.scrollWidth"


def at_road(page: Page, heading: str = "The road of") -> None:
    expect(page.get_by_role("heading", level=1)).to_contain_text(heading, timeout=READY)


def sail(page: Page) -> str:
    """Sail on with the keyboard; return the id of the match."""
    page.get_by_role("button", name=re.compile("Sail to|Continue against")).press("Enter")
    page.wait_for_url("**/offline/match?id=*")
    opened(page)
    return page.url.rpartition("=")[2]


def test_a_road_is_walked_without_a_connection(visitors: Visitors) -> None:
    page = with_game(visitors)
    page.set_viewport_size({"width": 360, "height": 740})
    page.context.set_offline(True)
    page.goto("/legacy")
    page.get_by_role("link", name=re.compile("The Pack")).press("Enter")
    at_road(page)
    assert page.evaluate(WIDTH) <= 360 and serious_problems(page) == []
    road = page.url
    assert "?id=~" in road
    match = sail(page)
    page.goto(road)  # a match that is left
    at_road(page)
    page.evaluate(COMPUTER_RESIGNS, match)
    page.reload()
    expect(page.get_by_role("heading", name="Choose one of three")).to_be_visible(timeout=READY)
    assert page.evaluate(WIDTH) <= 360 and serious_problems(page) == []
    page.locator(".road-offer").first.get_by_role("button").press("Enter")
    expect(page.locator(".road-deck .token-grown")).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    sail(page)
    resign(page)
    page.get_by_role("link", name="Continue along the road").click()
    at_road(page)
    assert page.url == road
    expect(page.locator(".road-deck .cracks-1")).to_have_count(1)
    page.goto("/offline")
    expect(page.locator("#offline-play").get_by_role("link", name="The Pack Continue")).to_have_attribute(
        "href", re.compile(re.escape(road.rpartition("/")[2]))
    )
    page.goto("/offline/road?deck=2")  # as from another tab: the road that is under way goes on
    at_road(page)
    assert page.url == road
    page.get_by_text("Give up this road").click()
    page.get_by_role("button", name="End the road").click()
    picture = page.locator(".road-picture")
    expect(picture).to_be_visible()
    assert picture.evaluate("(picture) => picture.complete && picture.naturalWidth > 0")
    assert page.evaluate(WIDTH) <= 360 and serious_problems(page) == []
    page.goto("/offline")
    expect(page.locator("#offline-roads a")).to_have_count(1)
    page.locator("#offline-roads a").click()
    at_road(page)
    page.get_by_text("Delete this road").click()
    page.get_by_role("button", name="Delete the road").click()
    page.wait_for_url("**/offline")
    expect(page.locator("#offline-play")).to_be_visible()
    expect(page.locator("#offline-roads a")).to_have_count(0)
    page.goto(road)
    expect(page.locator("#opened")).to_contain_text("This road is not in this browser", timeout=READY)
    page.evaluate(BEFORE_ROADS)
    page.goto("/offline")
    expect(page.locator("#offline-play")).to_be_visible()
    expect(page.locator("#offline-legacy")).to_be_hidden()
    expect(page.locator("#offline-gone")).to_be_hidden()
    page.context.set_offline(False)
    page.goto("/matches")
    page.get_by_role("button", name="Add to my replays").click()
    expect(page.locator(".tag", has_text="Played without a connection")).to_have_count(2)
    visitors.complaints.clear()  # the console reports what could not be reached
