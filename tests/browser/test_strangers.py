"""Strangers in browsers of their own: they meet for a rating, open each other's profiles, and one is a program."""

from __future__ import annotations

import subprocess
import sys

from playwright.sync_api import Page, expect

from tests.conftest import StartServer
from tests.support.browser import Visitors, serious_problems
from tests.support.table import MatchPage, resign
from tools.rig.server import DEADLINE, ROOT

ALL_STORED = "() => localStorage.getItem('clash-prefs-unsent') === '{}'"
WIDE = "document.documentElement.scrollWidth > innerWidth"


def named(page: Page, name: str) -> Page:
    """Give a visitor a name on the page of settings."""
    page.goto("/settings")
    page.get_by_label("Your name").fill(name)
    page.locator("form[action='/settings/you']").get_by_role("button", name="Save").click()
    expect(page.get_by_label("Your name")).to_have_value(name)
    return page


def test_two_play_for_a_rating_and_a_third_reads_of_it(visitors: Visitors) -> None:
    anna, bo = named(visitors.visitor(), "Anna"), named(visitors.visitor(phone=True), "Bo")
    for page in (anna, bo):
        page.goto("/")
        page.get_by_label("Time to think").select_option("fischer 300 10")
        page.get_by_role("button", name="Find a match").click()
    tables = [MatchPage(page) for page in (anna, bo)]
    for table in tables:
        table.page.locator("#table").wait_for()
        table.settle()
    for _turn in range(2):  # a match that is broken off before both had a turn counts for nobody
        mover, other = tables if tables[0].my_turn else tables[::-1]
        before = mover.seq
        mover.attack.click()
        for table in (mover, other):
            table.reach(before + 1)
            table.settle()
    resign(bo)
    expect(anna.locator(".rating-after")).to_contain_text("Finding your level: 1 of 5.")
    expect(bo.locator(".rating-after")).to_contain_text("(-162)")

    for page in (anna, bo):
        page.locator(".rating-after").get_by_role("link", name="My profile").click()
        expect(page.get_by_role("heading", name="Ratings")).to_be_visible()
        assert serious_problems(page) == []
        assert not page.evaluate(WIDE)
    expect(anna.locator(".rating").first).to_contain_text("1662")
    expect(anna.locator(".table-list-item").first).to_contain_text("Bo")
    anna.locator("select[name=result]").select_option(label="Lost")
    anna.get_by_role("button", name="Show").click()
    expect(anna.locator("#history")).to_contain_text("No such match.")

    eve = visitors.visitor(phone=True)
    eve.goto(anna.url.partition("?")[0])
    expect(eve.get_by_role("heading", name="Anna")).to_be_visible()
    expect(eve.locator(".rating").first).to_contain_text("1662")
    eve.get_by_role("link", name="Leaderboard").click()
    expect(eve.get_by_role("heading", name="Leaderboard")).to_be_visible()
    assert serious_problems(eve) == []
    anna.goto("/settings")
    anna.get_by_label("Others see my profile").uncheck()
    anna.wait_for_function(ALL_STORED)
    anna.reload()
    expect(anna.get_by_label("Others see my profile")).not_to_be_checked()
    eve.go_back()
    eve.reload()
    expect(eve.get_by_text("profile is private")).to_be_visible()
    visitors.complaints[:] = [line for line in visitors.complaints if "403" not in line]


def test_a_program_gets_a_token_and_sits_down_opposite(start_server: StartServer, visitors: Visitors) -> None:
    server = start_server(rate_limit="0")
    owner = visitors.visitor()
    owner.goto(f"{server.url}/build-a-bot")
    owner.get_by_label("Name of the new bot").fill("Rusty")
    assert serious_problems(owner) == []
    owner.get_by_role("button", name="Make a token").click()
    secret = owner.locator("#secret").input_value()
    assert serious_problems(owner) == []
    player = visitors.visitor(phone=True)
    player.goto(f"{server.url}/")
    player.get_by_role("button", name="Find a match").click()
    expect(player.get_by_role("heading", name="Looking for an opponent")).to_be_visible()
    example = [sys.executable, "-W", "error", str(ROOT / "static" / "examples" / "bot.py"), server.url]
    program = subprocess.Popen([*example, "--token", secret, "--matches", "1"])
    try:
        table = MatchPage(player)
        player.locator("#table").wait_for()
        table.settle()
        expect(player.locator(".bar-far")).to_contain_text("Rusty")
        expect(player.locator(".bar-far")).to_contain_text("bot", ignore_case=True)
        resign(player)
        program.wait(timeout=DEADLINE)
    finally:
        program.kill()
        program.wait()
    owner.goto(f"{server.url}/build-a-bot")
    owner.get_by_label("Revoke the token of Rusty").click()
    owner.get_by_role("button", name="Yes, do it").click()
    expect(owner.locator("#tokens")).to_have_count(0)
    ended = subprocess.run([*example, "--token", secret], capture_output=True, text=True, timeout=DEADLINE, check=False)
    assert ended.returncode != 0
