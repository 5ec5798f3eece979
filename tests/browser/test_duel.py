"""Two people play whole duels, each in a browser of their own."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.browser import Visitors
from tests.support.table import MatchPage, open_duel, open_match, sit_down

MOST_TURNS = 120


def draft(anna: MatchPage, bo: MatchPage) -> None:
    """Pick by chance until both decks are complete."""
    for number in range(12):  # both have settled, and each pick is seen by both before the next
        picker = anna if anna.page.locator("button.offer:not([aria-disabled])").count() else bo
        picker.settle()
        offers = picker.page.locator("button.offer:not([aria-disabled])")
        offers.nth(picker.chance.randrange(offers.count())).click()
        for table in (anna, bo):
            table.after(number)


def play_to_the_end(anna: MatchPage, bo: MatchPage) -> None:
    """Play random turns until a Fort falls."""
    for _ in range(MOST_TURNS):
        table = anna if anna.my_turn else bo
        table.turn()
        other = bo if table is anna else anna
        other.reach(table.seq)
        if anna.over and bo.over:
            return
    raise AssertionError("the duel does not end")


def test_a_drafted_duel_to_a_forts_fall_and_a_rematch(visitors: Visitors) -> None:
    host, guest = visitors.visitor(), visitors.visitor(phone=True)
    # With this seed and the players' own, creatures fall and return before a Fort does: chance alone owes nobody that.
    host.goto(f"/match/{open_match(host, format='draft', seed=1)}")
    anna, bo = sit_down(host, guest)
    draft(anna, bo)
    for table in (anna, bo):
        table.page.locator("#table").wait_for()
        assert table.differences() == []
    play_to_the_end(anna, bo)
    titles = {table.page.locator("#result-title").inner_text() for table in (anna, bo)}
    assert titles == {"Victory!", "Defeat"}
    assert "has fallen" in anna.page.locator(".result").inner_text()
    assert "falls!" in anna.log
    assert "goes to" in anna.log
    for table in (anna, bo):
        assert table.differences() == []

    anna.page.get_by_role("button", name="Rematch").click()
    bo.page.get_by_role("button", name="Accept the rematch").click()
    for table in (anna, bo):  # both are taken there
        table.page.locator("#draft").wait_for()


def test_a_spectator_follows_without_seeing_a_hand(visitors: Visitors) -> None:
    anna, bo = open_duel(visitors.visitor(), visitors.visitor())
    watcher = visitors.visitor()
    watcher.goto(anna.page.url)
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    assert watcher.locator(".held[data-place]").count() == 0
    assert watcher.locator(".held-hidden").count() == 16
    mover = anna if anna.my_turn else bo
    mover.turn(1)
    watching = MatchPage(watcher)
    watching.reach(mover.seq)
    assert watching.differences() == []
    expect(mover.page.get_by_text("1 spectator")).to_have_count(1)


def test_every_animated_frame_ends_in_the_truth(visitors: Visitors) -> None:
    anna, bo = open_duel(visitors.visitor(motion=True), visitors.visitor(motion=True))
    for table in (anna, bo):
        table.hurry()
    for _ in range(3):
        mover, other = (anna, bo) if anna.my_turn else (bo, anna)
        mover.turn(2)
        other.after(mover.seq - 1)
        assert mover.differences() == []
        assert other.differences() == []
        assert mover.page.locator("#fx > *").count() == 0


def test_an_animation_can_be_skipped_and_switched_off(visitors: Visitors) -> None:
    anna, bo = open_duel(visitors.visitor(motion=True), visitors.visitor(motion=True))
    mover = anna if anna.my_turn else bo
    mover.hold()
    mover.page.locator("#attack").click()
    mover.page.locator("[data-playing]").wait_for(state="attached")
    mover.page.keyboard.press("Escape")
    mover.after(0)
    assert mover.differences() == []
    other = bo if mover is anna else anna
    other.after(0)
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


def test_draw_by_agreement_and_presence(visitors: Visitors) -> None:
    anna, bo = open_duel(visitors.visitor(), visitors.visitor())
    expect(anna.page.locator(".bar-far .presence-here")).to_be_visible()
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_role("button", name="Offer a draw").click()
    anna.page.get_by_role("button", name="Yes, do it").click()
    bo.page.get_by_role("button", name="Agree").click()
    for table in (anna, bo):
        expect(table.page.locator("#result-title")).to_have_text("A draw")
    bo.page.close()
    expect(anna.page.locator(".bar-far .presence-away")).to_be_visible()


def test_resigning_asks_first(visitors: Visitors) -> None:
    anna, bo = open_duel(visitors.visitor(phone=True), visitors.visitor())
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_role("button", name="Resign").click()
    anna.page.get_by_role("button", name="No, go back").click()
    assert not anna.over
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_role("button", name="Resign").click()
    anna.page.get_by_role("button", name="Yes, do it").click()
    expect(anna.page.locator("#result-title")).to_have_text("Defeat")
    expect(bo.page.locator("#result-title")).to_have_text("Victory!")
