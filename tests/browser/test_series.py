"""A best of three between two browsers, and a third that watches and comes along."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.support.browser import Visitors, serious_problems
from tests.support.table import MatchPage, resign, sit_down


def test_all_three_go_to_the_next_match(visitors: Visitors) -> None:
    host, guest, watcher = visitors.visitor(), visitors.visitor(phone=True), visitors.visitor()
    host.goto("/new")
    host.get_by_label("Your name").fill("Anna")
    host.get_by_text("More options").click()
    host.get_by_text("Best of three").click()
    host.get_by_role("button", name="Get the link").click()
    sit_down(host, guest)
    first = host.url
    watcher.goto(first)
    watcher.locator("#table").wait_for()
    resign(guest)
    expect(host.locator(".result-series")).to_contain_text("1 : 0")
    assert not serious_problems(host)
    guest.goto("/")
    host.get_by_role("button", name="Next match").click()
    host.locator("#gathering").wait_for()  # it waits for both
    expect(host.locator("#gathering .presence-here")).to_have_count(1)
    assert not serious_problems(host)
    line = guest.locator("#ongoing .is-awaited").filter(has_text="Next match of the series")
    line.get_by_role("link", name="Go to the table").click()
    for page in (host, guest, watcher):
        page.wait_for_url(lambda url: "/match/" in url and url != first)
        page.locator("#table").wait_for()
    assert host.url == guest.url == watcher.url
    table = MatchPage(guest)
    table.settle()
    assert table.my_turn  # the loser starts
    expect(guest.locator(".bar-won")).to_have_count(2)
    expect(host.locator(".bar-near .bar-won")).to_contain_text("1 match of the series won")
    resign(guest)
    expect(watcher.locator(".result-series")).to_contain_text("Anna has won the best of 3.")
    asks_once(host)


def asks_once(page: Page) -> None:
    """Reopen a finished match: its socket sends the result again, which loads its parts once."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path.rpartition("/")[2]))
    page.reload()
    expect(page.locator("#match")).to_have_attribute("data-connection", "open")
    expect(page.locator(".result .digest")).to_have_count(1)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))")
    expect(page.locator(".result .digest")).to_have_count(1)
    assert [asked.count(part) for part in ("digest", "ratings")] == [1, 1]
