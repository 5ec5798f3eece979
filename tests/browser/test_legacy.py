"""A road of Legacy in a real browser: an island is won, a gift turns over and is taken, and the deck shows it."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.main import create_app
from tests.conftest import StartServer
from tests.support.bots import let_bot_resign
from tests.support.browser import Visitors, serious_problems


def test_an_island_is_won_a_gift_taken_and_the_deck_remembers(visitors: Visitors, start_server: StartServer) -> None:
    page, server = visitors.visitor(phone=True), start_server()
    page.goto(f"{server.url}/legacy")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390 and not serious_problems(page)
    page.get_by_role("button", name=re.compile("Begin a road with The Pack")).press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("The road of")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390 and not serious_problems(page)
    expect(page.locator(".chart-stops > li.stop")).to_have_count(12)
    page.get_by_role("button", name=re.compile("Sail to")).press("Enter")
    expect(page.locator("#match")).to_have_attribute("data-connection", "open")
    match = page.url
    page.goto("/healthz")  # of another site, while this one is away
    server.stop()
    with TestClient(create_app(Settings(data_dir=server.folder / "data", analysis=False))) as client:
        let_bot_resign(client, match.rpartition("/")[2])
    server.start()
    page.goto(match)
    page.get_by_role("link", name="Continue along the road").click()
    expect(page.get_by_role("heading", name="Choose one of three")).to_be_visible()
    offers = page.locator(".road-offer")
    expect(offers).to_have_count(3)
    expect(offers.first.locator(".road-front .card")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390 and not serious_problems(page)
    expect(page.locator(".road-deck .token-grown")).to_have_count(0)
    offers.first.get_by_role("button").press("Enter")
    expect(page.locator(".road-deck .token-grown")).to_have_count(1)
    expect(page.locator(".chart-stops > li.stop.is-past")).to_have_count(1)
    expect(page.get_by_role("button", name=re.compile("Sail to"))).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390 and not serious_problems(page)
