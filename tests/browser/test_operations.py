"""The work of a site host in browsers: announcements on the admin page; and the site's own pages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import UNANALYSED
from tests.support.browser import DESKTOP, PHONE, Visitors, serious_problems
from tests.support.table import open_solo
from tools.rig.server import ServerProcess

PASSWORD = "correct horse battery"
WIDE = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Provide a site with an admin page, where nobody waits long."""
    settings = {**UNANALYSED, "admin_token": PASSWORD, "absence_grace_seconds": "1", "rate_limit": "10"}
    server = ServerProcess(tmp_path_factory.mktemp("operations"), settings)
    yield server.start()
    server.close()


def enter(page: Page, server: ServerProcess) -> Page:
    """Open the admin page."""
    page.goto(f"{server.url}/admin")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("heading", name="Load")).to_be_visible()
    return page


def test_the_admin_page_is_readable_and_a_countdown_reaches_open_boards(
    server: ServerProcess, visitors: Visitors
) -> None:
    table = open_solo(visitors.visitor(), server.url)
    banner = table.page.locator(".banner")
    expect(banner).to_have_count(0)
    admin = enter(visitors.visitor(phone=True), server)
    expect(admin.get_by_role("row", name=re.compile("Guest · The automaton")).first).to_be_visible()
    for size in (DESKTOP, PHONE):
        admin.set_viewport_size(size)
        assert not admin.evaluate(WIDE)
    assert serious_problems(admin) == []
    admin.get_by_label("Minutes until the stop (empty: cancel it)").fill("5")
    admin.get_by_role("button", name="Announce it").click()
    left = table.page.locator(".banner-left")
    expect(left).to_have_text(re.compile(r"^[0-4]:\d\d$"))
    first = left.inner_text()
    expect(left).not_to_have_text(first)
    assert serious_problems(table.page) == []
    table.turn(1)  # the banner is in nobody's way
    assert table.differences() == []
    admin.get_by_label("Minutes until the stop (empty: cancel it)").fill("")
    admin.get_by_role("button", name="Announce it").click()
    expect(banner).to_have_count(0)


def test_pages_of_the_site_itself(visitors: Visitors) -> None:
    page = visitors.own()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/docs")  # from the site's own files, within its policy
    expect(page.get_by_text("/api/matches/{id}/claim")).to_be_visible()
    assert all(url.startswith(("http://127.0.0.1:", "data:")) for url in asked)
    answer = page.goto("/no-such-page")
    assert answer is not None
    assert answer.status == 404
    assert page.get_by_role("heading").inner_text() == "There is no such page."
    assert serious_problems(page) == []
    visitors.complaints.clear()  # Chromium prints the 404
