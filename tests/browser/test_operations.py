"""What a site host does, in browsers: announcements, invitations, reports and bans; and an opponent who leaves."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import StartServer
from tests.support.browser import DESKTOP, PHONE, Visitors, serious_problems
from tests.support.table import open_duel, open_solo, posted
from tools.rig.server import ServerProcess

PASSWORD = "correct horse battery"
WIDE = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Provide a site with an admin page, where nobody waits long."""
    settings = {"admin_token": PASSWORD, "absence_grace_seconds": "1", "rate_limit": "10"}
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
    expect(left).to_have_text(re.compile(r"^4:\d\d$"))
    first = left.inner_text()
    expect(left).not_to_have_text(first)
    assert serious_problems(table.page) == []
    table.turn(1)  # the banner is in nobody's way
    assert table.differences() == []
    admin.get_by_label("Minutes until the stop (empty: cancel it)").fill("")
    admin.get_by_role("button", name="Announce it").click()
    expect(banner).to_have_count(0)


def test_a_report_reaches_the_site_host_and_an_opponent_who_leaves_loses(
    server: ServerProcess, visitors: Visitors
) -> None:
    admin = enter(visitors.visitor(phone=True), server)
    anna, bo = open_duel(visitors.visitor(), visitors.visitor(), server.url)
    lines = anna.page.locator("#talk-lines")
    bo.page.get_by_label("Message").fill("move faster")
    bo.page.get_by_role("button", name="Send").click()
    expect(lines).to_contain_text("move faster")
    lines.locator(".talk-more").last.click()
    anna.page.get_by_label("What is wrong?").fill("rude")
    anna.page.get_by_role("button", name="Report to the moderators").click()
    expect(anna.page.locator("#toast")).to_contain_text("Thank you.")
    admin.reload()
    report = admin.locator(".report")
    expect(report).to_contain_text("Anna reports Bo")
    report.locator("summary").first.click()
    expect(report.locator(".report-theirs").last).to_contain_text("move faster")
    assert serious_problems(admin) == []
    assert not admin.evaluate(WIDE)
    there, away = (bo, anna) if anna.my_turn else (anna, bo)
    match, offer = away.page.url, there.page.locator("#absent .offer-line")
    away.page.goto(f"{server.url}/rules")
    expect(offer).to_contain_text("has been away for a while")
    assert serious_problems(there.page) == []
    offer.get_by_role("button", name="Take the win").click()
    expect(there.page.locator("#result-title")).to_have_text("Victory!")
    expect(there.page.locator("#result")).to_contain_text("left and did not come back")
    away.page.goto(match)
    expect(away.page.locator("#result-title")).to_have_text("Defeat")


def test_an_invited_guest_opens_a_table_and_all_open_pages_show_why_they_are_kept_out(
    start_server: StartServer, visitors: Visitors
) -> None:
    server = start_server(admin_token=PASSWORD, invite_only="true")
    guest, friend = visitors.visitor(phone=True), visitors.visitor()
    guest.goto(f"{server.url}/")
    guest.get_by_role("link", name="I have an invitation").click()
    expect(guest.get_by_role("heading", name="By invitation")).to_be_visible()
    assert serious_problems(guest) == []
    admin = enter(visitors.visitor(), server)
    admin.get_by_role("button", name="Invite").click()
    guest.goto(admin.locator("#link").input_value())
    guest.get_by_label("Your name").fill("Cleo")
    guest.get_by_role("button", name="Accept the invitation").click()
    guest.get_by_role("button", name="Get the link").click()
    friend.goto(guest.locator("#link").input_value())
    friend.get_by_role("button", name="Sit down and play").click()
    expect(friend.locator("#table")).to_contain_text("Cleo")
    expect(guest.locator("#match")).to_have_attribute("data-connection", "open")
    lobby = friend.context.new_page()
    lobby.goto(f"{server.url}/")
    lobby.locator("#open-tables").wait_for(state="attached")
    form = {"kind": "ban", "network": "127.0.0.0/24", "reason": "A flood", "confirmed": "yes"}
    posted(admin, f"{server.url}/admin/bans", **form)
    for page in (guest, friend, lobby):
        expect(page.get_by_role("heading", name="A flood")).to_have_count(1)
    visitors.complaints[:] = [said for said in visitors.complaints if "403" not in said]  # of the refusal


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
