"""Matches and a road of Legacy without a connection: kept once, played in a browser that reaches no site, and there
again after a reload."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.support.browser import Visitors, serious_problems
from tests.support.need import missing
from tests.support.table import MatchPage, posted, resign
from tools.offline.build import TARGET

KEPT_OF_PLAYER = "() => localStorage.getItem(`clash-own-${window.prefs.who()}`)"
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
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


def with_game(visitors: Visitors) -> Page:
    """Return a page of somebody who has kept the game."""
    if not (TARGET / "manifest.json").exists():
        missing("static/vendor/offline", "make install")
    page = visitors.own(service_workers="allow")
    posted(page, "/settings/you", name="Ann")
    page.goto("/solo")
    page.wait_for_function(CONTROLLED)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    expect(page.locator("[data-keep=off]")).to_be_visible()
    assert not [url for url in asked if "/vendor/offline/" in url]  # nothing of it until it is asked for
    keep(page)
    assert '"name":"Ann"' in page.evaluate(KEPT_OF_PLAYER)
    return page


def keep(page: Page) -> None:
    page.get_by_role("checkbox", name="Save for offline play").check()
    expect(page.locator("[data-keep=on]")).to_be_visible()


def opened(page: Page) -> MatchPage:
    page.wait_for_selector("#table, .draft")
    table = MatchPage(page)
    table.settle()
    table.hurry(20)
    return table


def at_road(page: Page, heading: str = "The road of") -> None:
    expect(page.get_by_role("heading", level=1)).to_contain_text(heading)


def sail(page: Page) -> str:
    """Sail on with the keyboard; return the id of the match."""
    page.get_by_role("button", name=re.compile("Sail to|Continue against")).press("Enter")
    page.wait_for_url("**/offline/match?id=*")
    opened(page)
    return page.url.rpartition("=")[2]


def plays_matches(page: Page) -> None:
    """Play a match to its end, another one as well, read the replay of a third, and look at a puzzle."""
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text(["Play without a connection"])
    expect(page.locator(".offline-doors a")).to_have_count(3)
    for picture in page.locator(".offline-doors img").all():
        assert picture.evaluate("(picture) => picture.complete && picture.naturalWidth > 0")
    page.locator(".offline-doors").get_by_role("link", name="Alone against the automaton").click()
    table = opened(page)
    table.turn()
    begun, seq = page.url, table.seq
    assert seq > 0
    page.reload()  # as after a closed tab, or a flat battery
    table = opened(page)
    assert (page.url, table.seq) == (begun, seq)
    while not table.over:
        table.turn()
    expect(page.locator("#result-title")).to_be_visible()
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: url != begun)
    assert opened(page).seq == 0
    page.goto("/solo")
    page.locator("#offline-play").get_by_role("link", name="Ysolde").click()
    table = opened(page)
    table.turn()
    page.locator("#hint-button").click()
    expect(page.locator("#advice p").first).to_be_visible()
    resign(page)
    page.locator("#result").get_by_role("link", name="Replay").click()
    page.wait_for_selector("#stage[data-step='0']")
    expect(page.locator("#play")).to_be_visible()  # by the script that listens to keys, which comes after the stage
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#stage[data-step='1']")
    page.goto("/puzzles/daily")
    page.wait_for_selector("#table")
    expect(page.locator("#coach")).to_contain_text("Hint")
    page.goto("/offline/create")
    page.get_by_role("button", name="Start").click()
    opened(page)


def walks_a_road(page: Page) -> None:
    """Begin a road, play on after a reload, choose, lose, end it, delete it."""
    page.set_viewport_size({"width": 360, "height": 740})
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
    expect(page.get_by_role("heading", name="Choose one of three")).to_be_visible()
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
    expect(page.locator("#opened")).to_contain_text("This road is not in this browser")


def is_older_than_roads(page: Page) -> None:
    page.evaluate(BEFORE_ROADS)
    page.goto("/offline")
    expect(page.locator("#offline-play")).to_be_visible()
    expect(page.locator("#offline-legacy")).to_be_hidden()
    expect(page.locator("#offline-gone")).to_be_hidden()


def adds_what_was_played(page: Page) -> None:
    """Add two matches and two of the road to the replays."""
    page.goto("/matches")
    expect(page.locator("#offline-played")).to_contain_text("4 matches")
    page.get_by_role("button", name="Add to my replays").click()
    expect(page.locator(".tag", has_text="Played without a connection")).to_have_count(4)
    page.goto("/matches")
    expect(page.locator("#offline-played")).to_be_hidden()


def keeps_the_game_no_longer(page: Page) -> None:
    page.goto("/settings")
    switch = page.get_by_role("checkbox", name="Save for offline play")
    expect(switch).to_be_checked()  # when it is known what is kept
    switch.uncheck()
    expect(page.locator("[data-keep=off]")).to_be_visible()
    assert page.evaluate(KEPT_OF_PLAYER) is None
    assert not page.evaluate("async () => (await caches.keys()).filter((name) => name.startsWith('game-')).length")


def test_a_kept_game_is_played_without_a_connection(visitors: Visitors) -> None:
    page = with_game(visitors)
    page.context.set_offline(True)
    plays_matches(page)
    walks_a_road(page)
    is_older_than_roads(page)
    page.context.set_offline(False)
    adds_what_was_played(page)
    keeps_the_game_no_longer(page)
    visitors.complaints.clear()  # the console reports what could not be reached
