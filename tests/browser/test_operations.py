"""In a real browser: announcements of the site host, invitations, and an opponent who leaves."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import StartServer
from tests.support.browser import DESKTOP, PHONE, Visitors, serious_problems
from tests.support.table import open_duel, open_solo
from tools.rig.server import ServerProcess

PASSWORD = "correct horse battery"
# Notes that the offer has gone: it comes back soon.
GONE = """() => {
  window.gone = false;
  const look = () => { window.gone ||= document.querySelector(".absent-line") === null; };
  new MutationObserver(look).observe(document.body, {subtree: true, childList: true});
}"""
WIDE = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Provide a site with an admin page, where nobody waits long."""
    settings = {"admin_token": PASSWORD, "absence_grace_seconds": "2", "rate_limit": "10"}
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


def test_the_admin_page_is_readable(server: ServerProcess, visitors: Visitors) -> None:
    open_solo(visitors.visitor(), server.url)
    admin = visitors.visitor(phone=True)
    admin.goto(f"{server.url}/admin")
    assert serious_problems(admin) == []
    enter(admin, server)
    expect(admin.get_by_role("row", name=re.compile("Guest · The automaton")).first).to_be_visible()
    admin.get_by_label("Who it is for").fill("The club")
    admin.get_by_role("button", name="Invite").click()
    assert admin.locator("#link").input_value().startswith(f"{server.url}/invite?code=")
    for size in (PHONE, DESKTOP):
        admin.set_viewport_size(size)
        assert serious_problems(admin) == []
        assert not admin.evaluate(WIDE)


def test_a_countdown_reaches_open_boards_and_counts(server: ServerProcess, visitors: Visitors) -> None:
    table = open_solo(visitors.visitor(), server.url)
    expect(table.page.locator(".banner")).to_have_count(0)
    admin = enter(visitors.visitor(), server)
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
    expect(table.page.locator(".banner")).to_have_count(0)


def test_an_opponent_who_leaves_and_one_who_comes_back(server: ServerProcess, visitors: Visitors) -> None:
    anna, bo = open_duel(visitors.visitor(), visitors.visitor(phone=True), server.url)
    there, away = (bo, anna) if anna.my_turn else (anna, bo)
    match = away.page.url
    away.page.goto(f"{server.url}/cards")
    offer = there.page.locator(".absent-line")
    expect(offer).to_contain_text("has been away for a while")
    assert serious_problems(there.page) == []
    assert not there.page.evaluate(WIDE)
    away.page.goto(match)
    expect(offer).to_have_count(0)
    away.page.goto("about:blank")
    expect(offer).to_be_visible()
    there.page.evaluate(GONE)
    offer.get_by_role("button", name="Wait").click()
    there.page.wait_for_function("() => window.gone")
    expect(offer).to_be_visible()
    offer.get_by_role("button", name="Take the win").click()
    expect(there.page.locator("#result-title")).to_have_text("Victory!")
    expect(there.page.locator("#result")).to_contain_text("left and did not come back")
    away.page.goto(match)
    expect(away.page.locator("#result-title")).to_have_text("Defeat")


def test_an_invited_guest_opens_a_table(start_server: StartServer, visitors: Visitors) -> None:
    server = start_server(admin_token=PASSWORD, invite_only="true")
    guest = visitors.visitor(phone=True)
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
    friend = visitors.visitor()
    friend.goto(guest.locator("#link").input_value())
    friend.get_by_role("button", name="Sit down and play").click()
    expect(friend.locator("#table")).to_contain_text("Cleo")


def test_the_page_of_the_api_obeys_the_policy(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/docs")
    expect(page.get_by_text("/api/matches/{id}/claim")).to_be_visible()


def test_a_reported_player_can_be_muted_and_unmuted(server: ServerProcess, visitors: Visitors) -> None:
    admin = enter(visitors.visitor(phone=True), server)
    anna, bo = open_duel(visitors.visitor(), visitors.visitor(), server.url)
    for text in ("move faster", "I said faster"):
        bo.page.get_by_label("Message").fill(text)
        bo.page.get_by_role("button", name="Send").click()
        expect(anna.page.locator("#talk-lines")).to_contain_text(text)
    anna.page.locator("#talk-lines .talk-more").last.click()
    anna.page.get_by_label("What is wrong?").fill("rude")
    anna.page.get_by_role("button", name="Report to the moderators").click()
    expect(anna.page.locator("#toast")).to_contain_text("Thank you.")

    admin.reload()
    report = admin.locator(".report")
    expect(report).to_contain_text("Anna reports Bo")
    report.get_by_text("The last 2 messages").click()
    expect(report.locator(".report-theirs").last).to_contain_text("I said faster")
    assert serious_problems(admin) == []
    assert not admin.evaluate(WIDE)
    report.get_by_label("Reason").fill("Take your time.")
    report.get_by_role("button", name="Confirm").click()
    bo.page.get_by_label("Message").fill("hello?")
    bo.page.get_by_role("button", name="Send").click()
    expect(bo.page.locator("#toast")).to_contain_text("Take your time.")
    assert "hello?" not in anna.page.locator("#talk-lines").inner_text()
    assert serious_problems(admin) == []
    admin.get_by_text("Lift", exact=True).click()
    admin.get_by_role("button", name="Yes, do it").click()
    expect(admin.get_by_text("Lift", exact=True)).to_have_count(0)
    bo.page.get_by_label("Message").fill("sorry")
    bo.page.get_by_role("button", name="Send").click()
    expect(anna.page.locator("#talk-lines")).to_contain_text("sorry")
    visitors.complaints[:] = [line for line in visitors.complaints if "403" not in line]  # what the muted one sent
