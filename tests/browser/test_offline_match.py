"""A match without a connection: kept once, played in a browser that reaches no site, and there again after a reload."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import Visitors
from tests.support.need import missing
from tests.support.table import MatchPage, resign
from tools.offline.build import TARGET

CONTROLLED = "() => navigator.serviceWorker.controller !== null"
READY = 60_000  # milliseconds: it loads and unpacks an interpreter, on a machine that does much else


@pytest.fixture
def page(visitors: Visitors) -> Page:
    """Provide a page of somebody who has kept the game."""
    return with_game(visitors)


def with_game(visitors: Visitors) -> Page:
    """Return a page of somebody who has kept the game."""
    if not (TARGET / "manifest.json").exists():
        missing("static/vendor/offline", "make install")
    page = visitors.own(service_workers="allow")
    page.goto("/solo")
    page.wait_for_function(CONTROLLED)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    expect(page.locator("[data-keep=off]")).to_be_visible()
    assert not [url for url in asked if "/vendor/offline/" in url]  # nothing of it until it is asked for
    keep(page)
    return page


def keep(page: Page) -> None:
    page.get_by_role("checkbox", name="Save for offline play").check()
    expect(page.locator("[data-keep=on]")).to_be_visible(timeout=READY)


def opened(page: Page) -> MatchPage:
    page.wait_for_selector("#table, .draft", timeout=READY)
    table = MatchPage(page)
    table.settle()
    table.hurry(20)
    return table


def test_a_kept_game_is_played_to_its_end_without_a_connection(visitors: Visitors, page: Page) -> None:
    page.context.set_offline(True)
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
    played = page.url
    page.locator("#result").get_by_role("link", name="Replay").click()
    page.wait_for_selector("#stage[data-step='0']", timeout=READY)
    expect(page.locator("#play")).to_be_visible()  # by the script that listens to keys, which comes after the stage
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#stage[data-step='1']")
    page.goto(played)
    opened(page)
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: url != begun, timeout=READY)
    table = opened(page)
    assert table.seq == 0
    page.goto("/solo")
    page.locator("#offline-play").get_by_role("link", name="Ysolde").click()
    table = opened(page)
    table.turn()
    page.locator("#hint-button").click()
    expect(page.locator("#advice p").first).to_be_visible()
    resign(page)
    expect(page.locator("#result-title")).to_be_visible()
    page.goto("/puzzles/daily")
    page.wait_for_selector("#table", timeout=READY)
    expect(page.locator("#coach")).to_contain_text("Hint")
    page.goto("/offline/create")
    page.get_by_role("button", name="Start").click()
    opened(page)
    page.context.set_offline(False)
    page.goto("/matches")
    expect(page.locator("#offline-played")).to_contain_text("2 matches")
    page.get_by_role("button", name="Add to my replays").click()
    expect(page.locator(".tag", has_text="Played without a connection")).to_have_count(2)
    page.goto("/matches")
    expect(page.locator("#offline-played")).to_be_hidden()
    page.goto("/settings")
    switch = page.get_by_role("checkbox", name="Save for offline play")
    expect(switch).to_be_checked()  # when it is known what is kept
    switch.uncheck()
    expect(page.locator("[data-keep=off]")).to_be_visible()
    assert not page.evaluate("async () => (await caches.keys()).filter((name) => name.startsWith('game-')).length")
    visitors.complaints.clear()  # the console reports what could not be reached
