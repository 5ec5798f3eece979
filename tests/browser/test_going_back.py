"""Undo of one's own plays until the attack, and takeback of a finished turn by consent, on the board."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.support.browser import DESKTOP, PHONE, SIDEWAYS, Visitors
from tests.support.positions import duel_from, hotseat_from, record_of, side
from tests.support.table import MatchPage, open_duel, open_solo

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
    table.settle()
    expect(undo_of(page)).to_have_count(0)
    hand = [choice["action"] for choice in table.choices()]
    play_first(table)
    expect(page.locator("#realm-A-top .creature")).to_have_count(1)
    for size in (SIDEWAYS, DESKTOP, PHONE):
        page.set_viewport_size(size)
        undo_of(page).click(trial=True)
    undo_of(page).click()
    table.after(1)
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
    expect(anna.page.locator("#attack")).to_be_visible()


def test_the_focus_stays_with_the_player(visitors: Visitors) -> None:
    table = open_solo(visitors.visitor())
    table.settle()
    play_first(table)
    undo_of(table.page).focus()
    table.page.keyboard.press("Enter")
    table.after(1)
    expect(table.page.locator("[data-own] .held-legal:focus")).to_have_count(1)


def test_a_room_without_undo_has_no_button(visitors: Visitors) -> None:
    anna, _bo = duel_from(visitors.visitor(), visitors.visitor(), record_of(MINE, THEIRS, undo=False))
    anna.settle()
    play_first(anna)
    expect(undo_of(anna.page)).to_have_count(0)
    anna.page.keyboard.press("u")
    anna.settle()
    assert anna.seq == 1


def test_the_attack_ends_what_can_be_undone(visitors: Visitors) -> None:
    anna, bo = duel_from(visitors.visitor(), visitors.visitor(), record_of(MINE, THEIRS))
    anna.settle()
    play_first(anna)
    anna.attack.click()
    anna.after(1)
    bo.reach(2)
    for table in (anna, bo):
        expect(undo_of(table.page)).to_have_count(0)


def ask_back(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Ask to take your turn back").click()
    page.get_by_role("button", name="Yes, do it").click()
    expect(page.get_by_text("You asked to take your turn back.")).to_be_visible()


def test_a_finished_turn_is_taken_back_by_consent(visitors: Visitors) -> None:
    anna, bo = open_duel(
        visitors.visitor(),
        visitors.visitor(phone=True),
    )
    mover, other = (anna, bo) if anna.my_turn else (bo, anna)
    name = {"anna": "Anna", "bo": "Bo"}["anna" if mover is anna else "bo"]
    mover.turn(1)
    other.reach(mover.seq)
    ask_back(mover.page)
    other.page.get_by_text(f"{name} asks to take the last turn back.").wait_for()
    other.page.get_by_role("button", name="Allow it").click()
    mover.page.locator("#attack").wait_for()
    expect(other.attack).to_have_count(0)
    for table in (mover, other):
        assert table.differences() == []
        assert f"{name} plays it again" in table.log
        expect(table.page.locator(".offer-line")).to_have_count(0)


def test_a_request_is_declined_withdrawn_or_lapses(visitors: Visitors) -> None:
    anna, bo = duel_from(visitors.visitor(), visitors.visitor(), record_of(MINE, THEIRS))
    anna.settle()
    expect(anna.page.get_by_role("button", name="Ask to take your turn back")).to_have_count(0)
    anna.attack.click()
    anna.after(0)
    bo.reach(1)
    lines, asked = anna.page.locator(".offer-line"), bo.page.locator(".offer-line")
    ask_back(anna.page)
    bo.page.get_by_role("button", name="Play on").click()
    expect(lines).to_have_count(0)
    ask_back(anna.page)
    expect(asked).to_have_count(1)
    anna.page.get_by_role("button", name="Never mind").click()
    expect(asked).to_have_count(0)
    expect(lines).to_have_count(0)
    ask_back(anna.page)
    bo.page.get_by_role("button", name="Allow it").wait_for()
    bo.settle()
    play_first(bo, "bottom")
    for table in (anna, bo):
        expect(table.page.locator(".offer-line")).to_have_count(0)
        assert table.seq == 2


def test_at_a_hot_seat_both_are_there_to_agree(visitors: Visitors) -> None:
    table = hotseat_from(visitors.visitor(), record_of(MINE, THEIRS))
    page = table.page
    table.settle()
    play_first(table)
    page.keyboard.press("u")
    table.after(1)
    expect(page.locator("#realm-A-top .creature")).to_have_count(1)
    table.attack.click()
    page.get_by_role("heading", name="Pass the device to Bo").wait_for()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Take the last turn back").click()
    page.get_by_role("button", name="Yes, do it").click()
    page.get_by_role("heading", name="Pass the device to Anna").wait_for()
    page.locator("#lift").click()
    page.locator("#attack").wait_for()
    assert table.seat == "A"
    expect(page.locator("#realm-B-top .creature")).to_have_count(1)
