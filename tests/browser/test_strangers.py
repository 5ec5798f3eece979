"""Strangers in browsers of their own: they meet for a rating, and a third reads of it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.browser import Visitors, serious_problems
from tests.support.table import MatchPage, posted, resign

WIDE = "document.documentElement.scrollWidth > innerWidth"


def test_two_play_for_a_rating_and_a_third_reads_of_it(visitors: Visitors) -> None:
    anna, bo = visitors.visitor(), visitors.visitor(phone=True)
    for page, name in ((anna, "Anna"), (bo, "Bo")):
        posted(page, "/settings/you", name=name)
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
    expect(bo.locator(".rating-after")).to_be_visible()

    for page in (anna, bo):
        page.locator(".rating-after").get_by_role("link", name="My profile").click()
        expect(page.get_by_role("heading", name="Ratings")).to_be_visible()
        assert not page.evaluate(WIDE)
    assert serious_problems(bo) == []
    eve = visitors.visitor(phone=True)
    eve.goto(anna.url.partition("?")[0])
    expect(eve.get_by_role("heading", name="Anna")).to_be_visible()
    expect(eve.locator(".rating").first).to_contain_text("1662")
    eve.get_by_role("link", name="Leaderboard").click()
    expect(eve.get_by_role("heading", name="Leaderboard")).to_be_visible()
    assert serious_problems(eve) == []
