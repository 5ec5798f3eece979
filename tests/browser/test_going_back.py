"""Undo of one's own plays until the attack, and takeback of a finished turn by consent, on the board."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.support.browser import DESKTOP, PHONE, SIDEWAYS, Visitors
from tests.support.positions import duel_from, record_of, side
from tests.support.table import MatchPage, open_solo

MINE = side("* zombie gnome baron brute ogre", top="troll")
THEIRS = side("* shaman troll grrr brute scribe", top="gnome")


def play_first(table: MatchPage, lane: str = "top") -> None:
    """Play the leftmost card that goes to a lane."""
    table.play(next(choice for choice in table.choices() if choice["action"].get("lane") == lane))


def undo_of(page: Page) -> Locator:
    return page.get_by_role("button", name="Undo")


def test_a_play_is_undone_by_the_button(visitors: Visitors) -> None:
    table = open_solo(visitors.visitor())
    page = table.page
    expect(undo_of(page)).to_have_count(0)
    hand = [choice["action"] for choice in table.choices()]
    play_first(table)
    expect(page.locator("#realm-A-top .creature")).to_have_count(1)
    for size in (SIDEWAYS, DESKTOP, PHONE):
        page.set_viewport_size(size)
        undo_of(page).click(trial=True)
    undo_of(page).focus()
    page.keyboard.press("Enter")
    table.after(1)
    expect(page.locator("[data-own] .held-legal:focus")).to_have_count(1)  # the focus stays with the player
    expect(page.locator("#realm-A-top .creature")).to_have_count(0)
    assert [choice["action"] for choice in table.choices()] == hand
    expect(undo_of(page)).to_have_count(0)
    assert "undoes the last play" in table.log
    assert table.differences() == []


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
