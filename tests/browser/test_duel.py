"""Two people play duels, each in a browser of their own."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.browser import Visitors
from tests.support.positions import duel_from, hotseat_from, record_of, side
from tests.support.table import MatchPage, open_duel, open_match, sit_down

TURNS = 4


def draft(anna: MatchPage, bo: MatchPage) -> None:
    """Pick by chance until both decks are complete."""
    for number in range(12):  # both have settled, and each pick is seen by both before the next
        picker = anna if anna.page.locator("button.offer:not([aria-disabled])").count() else bo
        picker.settle()
        offers = picker.page.locator("button.offer:not([aria-disabled])")
        offers.nth(picker.chance.randrange(offers.count())).click()
        for table in (anna, bo):
            table.after(number)


def test_a_drafted_duel_a_forts_fall_and_a_rematch(visitors: Visitors) -> None:
    host, guest = visitors.visitor(), visitors.visitor(phone=True)
    host.goto(f"/match/{open_match(host, format='draft', seed=1)}")
    anna, bo = sit_down(host, guest)
    draft(anna, bo)
    for _ in range(TURNS):
        for table in (anna, bo):
            table.page.locator("#table").wait_for()
            assert table.differences() == []
        table, other = (anna, bo) if anna.my_turn else (bo, anna)
        table.turn()
        other.reach(table.seq)
    theirs = side("* gnome", top="gnome", fortress="fort")
    anna, bo = duel_from(host, guest, record_of(side("* zombie treant", top="troll", bottom="ogre"), theirs))
    anna.attack.click()
    for table in (anna, bo):
        table.reach(1)
        table.settle()
        assert table.differences() == []
    titles = {table.page.locator("#result-title").inner_text() for table in (anna, bo)}
    assert titles == {"Victory!", "Defeat"}
    assert "has fallen" in anna.page.locator(".result").inner_text()
    assert "falls!" in anna.log
    assert "goes to" in anna.log
    old = anna.page.url
    anna.page.get_by_role("button", name="Rematch").click()
    bo.page.get_by_role("button", name="Accept the rematch").click()
    for page in (host, guest):  # both are taken there
        page.wait_for_url(lambda url: url != old)
        page.locator("#table").wait_for()


def test_every_animated_frame_ends_in_the_truth_and_can_be_skipped_or_switched_off(visitors: Visitors) -> None:
    anna, bo = open_duel(visitors.visitor(motion=True), visitors.visitor(motion=True))
    for table in (anna, bo):
        table.hurry()
    for _ in range(2):
        mover, other = (anna, bo) if anna.my_turn else (bo, anna)
        mover.turn(2)
        other.after(mover.seq - 1)
        for table in (anna, bo):
            assert table.differences() == []
        assert mover.page.locator("#fx > *").count() == 0
    wound = record_of(side("* baron shaman", top="gnome"), side("* shaman baron", top="ogre"))
    healed = hotseat_from(visitors.visitor(motion=True), wound)
    healed.hurry()
    healed.attack.click()  # at the end of the turn the lane is as it was (R3.3): nothing of the wound stays
    healed.after(0)
    assert healed.differences() == []

    mover, other = (anna, bo) if anna.my_turn else (bo, anna)
    mover.hold()
    before = mover.seq
    mover.attack.click()
    mover.page.locator("[data-playing]").wait_for(state="attached")
    mover.page.keyboard.press("Escape")
    mover.after(before)
    assert mover.differences() == []
    other.after(before)
    other.page.get_by_role("button", name="Menu").click()
    other.page.get_by_label("Off", exact=True).check()
    other.page.keyboard.press("Escape")
    other.page.evaluate(
        "window.shown = 0; new MutationObserver(() => window.shown++)"
        ".observe(document.documentElement, {attributeFilter: ['data-playing']})"
    )
    other.turn(1)
    assert other.page.evaluate("window.shown") == 0
    other.page.reload()
    other.page.get_by_role("button", name="Menu").click()
    expect(other.page.get_by_label("Off", exact=True)).to_be_checked()
