"""Undo of a player's own plays until the attack, and takeback of a finished turn by consent, on the board."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.support.browser import Visitors
from tests.support.positions import duel_from, record_of, side
from tests.support.table import MatchPage

MINE = side("* zombie gnome baron brute ogre", top="troll")
THEIRS = side("* shaman troll grrr brute scribe", top="gnome")


def play_first(table: MatchPage, lane: str = "top") -> None:
    """Play the leftmost card that goes to a lane."""
    table.play(next(choice for choice in table.choices() if choice["action"].get("lane") == lane))


def undo_of(page: Page) -> Locator:
    return page.get_by_role("button", name="Undo")


def test_the_key_u_undoes_play_by_play_without_animation(visitors: Visitors) -> None:
    anna, bo = duel_from(visitors.visitor(motion=True), visitors.visitor(motion=True), record_of(MINE, THEIRS))
    anna.settle()
    for lane in ("top", "bottom"):
        play_first(anna, lane)
    bo.reach(2)
    bo.settle()
    for page in (anna.page, bo.page):
        page.evaluate(
            "window.shown = 0; new MutationObserver(() => window.shown++)"
            ".observe(document.getElementById('fx'), {childList: true})"
        )
    for seq in (2, 3):
        anna.page.keyboard.press("u")
        anna.after(seq)
    bo.reach(4)
    for table in (anna, bo):
        assert table.differences() == []
        assert table.page.evaluate("window.shown") == 0
        expect(table.page.locator("#realm-A-top .creature")).to_have_count(1)
    # What Bo has seen stays known: both cards lie open in Anna's hand now.
    expect(bo.page.locator("#hand-A .held-known")).to_have_count(2)
    anna.page.keyboard.press("u")
    anna.settle()
    assert anna.seq == 4
    anna.attack.click()
    anna.after(4)
    bo.reach(5)
    for table in (anna, bo):
        expect(undo_of(table.page)).to_have_count(0)
