"""The levels of solo play in a real browser: choose one, change it, play it, and climb the ladder."""

from __future__ import annotations

import re
import time

import pytest
import sqlalchemy as sa
from playwright.sync_api import expect

from app.matches.match_row import Result
from app.matches.storage import store
from app.matches.storage.models import matches
from tests.conftest import StartServer
from tests.support.browser import DESKTOP, PHONE, Visitors, serious_problems, taken_over
from tools.rig.server import ServerProcess

WIDE = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture
def server(start_server: StartServer) -> ServerProcess:
    """Provide a site of its own, whose database a test may write."""
    return start_server()


def test_a_level_is_chosen_changed_and_played(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/")
    page.get_by_role("link", name=re.compile("Solo level 1–10")).click()
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)
        assert serious_problems(page) == []
    page.get_by_role("link", name=re.compile("^Level 3")).first.click()
    taken_over(page, "[hx-get='/solo/sum']")
    total = page.locator("#solo-sum")
    expect(total).to_contain_text("Level 3")
    page.get_by_role("radio", name=re.compile("^8")).check()
    expect(total).to_contain_text("Level 5")
    page.get_by_role("checkbox", name="Rage").check()
    expect(total).to_contain_text("Level 6")
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)
        assert not page.evaluate(WIDE)
        assert serious_problems(page) == []
    page.get_by_role("button", name="Start").click()
    page.locator("#table").wait_for()
    expect(page.locator(".rule-chip").first).to_contain_text("8 + 2")
    expect(page.locator("#stage")).to_contain_text("Rage")


def test_options_of_2021_are_its_own(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/new?preset=solo-5&edition=2021")
    expect(page.locator("#solo-sum")).to_contain_text("Mythic")
    expect(page.get_by_role("radio", name="Rage")).to_be_visible()
    expect(page.get_by_role("checkbox", name="Aerial")).to_be_hidden()
    page.get_by_role("checkbox", name=re.compile("No Bastion")).check()
    expect(page.locator("#solo-sum")).to_contain_text("Level 4")


def test_a_win_that_raises_the_level_is_celebrated(server: ServerProcess, visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto(f"{server.url}/new?preset=solo-2")
    page.get_by_role("button", name="Start").click()
    page.locator("#table").wait_for()
    address = page.url
    page.goto("about:blank")
    server.stop()
    won = matches.update().values(**store.finished(Result("A", "pile"), time.time()))
    engine = sa.create_engine(f"sqlite:///{server.folder / 'data' / 'clash.db'}")
    with engine.begin() as connection:
        connection.execute(won)
    engine.dispose()
    server.start()
    page.goto(address)
    expect(page.locator(".climb")).to_contain_text("Your new record: Level 2!")
    assert serious_problems(page) == []
    page.get_by_role("link", name="On to level 3").click()
    expect(page.locator("#solo-sum")).to_contain_text("Level 3")
    page.goto(f"{server.url}/solo")
    expect(page.locator(".rungs").first).to_contain_text("Level 2")
    visitors.complaints.clear()  # the browser itself reports the line that the stopped server cut
