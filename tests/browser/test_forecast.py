"""The forecast of the coming assault: only on the attacker's board."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.browser import DESKTOP, PHONE, SIDEWAYS, Visitors, serious_problems
from tests.support.positions import duel_from, record_of, side
from tests.support.table import MatchPage, prefer

# The troll fells the gnome and, being Berserk, continues to the fortress; the brute meets a wall.
MINE = side("* zombie baron boom", top="troll", bottom="brute")
THEIRS = side("* shaman ogre grrr brute", top="gnome", bottom="martyr")


def marked(page: Page) -> list[str]:
    """Return the names of the creatures with a mark."""
    names = page.locator(".creature:has(.forecast-creature)")
    return [names.nth(n).get_attribute("data-name") or "" for n in range(names.count())]


def words(page: Page, seat: str) -> str:
    return " ".join(page.locator(f"#bar-{seat} .bar-hp").inner_text().split())


def test_who_falls_and_how_far_the_fortress_moves(visitors: Visitors) -> None:
    anna, bo = duel_from(visitors.visitor(), visitors.visitor(), record_of(MINE, THEIRS))
    page = anna.page
    watcher = visitors.visitor()
    watcher.goto(page.url)
    for size in (DESKTOP, PHONE, SIDEWAYS):
        page.set_viewport_size(size)
        page.reload()
        anna.settle()
        assert marked(page) == ["Gnome"]
        expect(page.locator("#realm-B-top .creature [title='Would fall in the coming assault']")).to_be_visible()
        assert words(page, "B").endswith("4 → after the coming assault: 2") or "→" in words(page, "B")
        expect(page.locator("#attack .gist")).to_contain_text("destroys 1")
        expect(page.locator("#attack .gist")).to_contain_text("4 → 2")
    assert serious_problems(page) == []
    mark = page.locator(".forecast-creature")
    for shown in (False, True):
        prefer(page, "preview", "on" if shown else "off")
        expect(mark).to_be_visible(visible=shown)
        page.reload()
        anna.settle()
        expect(mark).to_be_visible(visible=shown)
    for other in (bo.page, watcher):
        MatchPage(other).settle()
        assert other.locator(".forecast").count() == 0
    # It keeps up with the table: with Boom! on the gnome the troll goes for the fortress alone.
    target = {"player": "B", "lane": "top", "index": 0}
    anna.play(next(choice for choice in anna.choices() if choice["action"].get("target") == target))
    assert marked(page) == []
    expect(page.locator("#attack .gist")).to_contain_text("5 → 2")
    anna.attack.click()
    anna.after(1)
    assert page.locator(".forecast").count() == 0
    bo.reach(2)
    bo.settle()
    assert bo.differences() == []
