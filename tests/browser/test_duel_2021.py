"""The 2021 edition on the board: incantations between attacks, cards put in order, no idle stops."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.browser import DESKTOP, PHONE, SIDEWAYS, Visitors, serious_problems
from tests.support.positions import duel_from, record_of, side
from tests.support.table import MatchPage, prefer

# The Parasite (Splash, Perforation) fells both at once, and their owner puts them in order.
BOTH_FALL = side("* baron gnome zombie troll", top="parasite")
TWO = side("* shaman troll brute", top="zombie assassin")


def test_steps_that_need_nobody_follow_by_themselves_and_are_animated_for_both(visitors: Visitors) -> None:
    record = record_of(side("* baron gnome", top="troll"), side("* shaman ogre grrr"), edition="2021")
    anna, bo = duel_from(visitors.visitor(motion=True), visitors.visitor(motion=True), record)
    for table in (anna, bo):
        table.hurry()
        table.listen()
    anna.attack.click()
    for table in (anna, bo):
        table.reach(3)
        table.settle()
        assert table.seq == 3
        assert "Turn 4: Bo" in table.captions  # on a page that is behind, only the last frame is sure to be shown
        assert table.differences() == []
    assert bo.my_turn


def test_an_incantation_between_two_attacks_with_a_forecast_of_each(visitors: Visitors) -> None:
    mine = side("* boom baron gnome zombie scribe", top="ogre lieutenant")
    theirs = side("* shaman troll", top="grrr brute")
    anna, bo = duel_from(visitors.visitor(), visitors.visitor(), record_of(mine, theirs, edition="2021"))
    page = anna.page
    anna.settle()
    anna.attack.click()
    anna.after(0)
    expect(page.get_by_text("Your assault: attack, or cast an incantation.")).to_be_visible()
    for shown in (False, True):
        prefer(page, "preview", "on" if shown else "off")
        expect(page.locator("#realm-B-top .forecast-creature").first).to_be_visible(visible=shown)
    expect(bo.page.get_by_text("Guest is attacking.")).to_be_visible()
    assert bo.page.locator(".forecast").count() == 0
    assert [choice["action"]["hand"] for choice in anna.choices()] == [1] * 4  # nothing but Boom!
    page.get_by_role("button", name="Next attack").click()
    anna.after(1)
    target = {"player": "B", "lane": "top", "index": 0}
    anna.play(next(choice for choice in anna.choices() if choice["action"].get("target") == target))
    bo.reach(5)  # the incantation is spent: the rest of the assault and the end of the turn follow on their own
    bo.settle()
    assert bo.my_turn
    assert bo.differences() == []


def order(page: Page) -> list[str]:
    """Return the returning cards as the panel has them."""
    rows = page.locator(".order-row .card")
    return [rows.nth(n).get_attribute("data-card") or "" for n in range(rows.count())]


def hand(page: Page) -> list[str]:
    cards = page.locator("[data-own] .held[data-place] .card")
    return [cards.nth(n).get_attribute("data-card") or "" for n in range(cards.count())]


def both_fall(host: Page, guest: Page) -> tuple[MatchPage, MatchPage]:
    """Open a duel in which Bo is asked for an order; Anna waits."""
    anna, bo = duel_from(host, guest, record_of(BOTH_FALL, TWO, edition="2021"))
    anna.settle()
    anna.attack.click()
    bo.page.locator(".order").wait_for()
    bo.settle()
    anna.reach(bo.seq)
    anna.settle()
    return anna, bo


def drag_first_behind_second(page: Page) -> None:
    """Put the first of two cards behind the second with the mouse."""
    boxes = [page.locator(".order-row .card").nth(n).bounding_box() for n in (0, 1)]
    (x1, y1), (x2, y2) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box)
    page.mouse.move(x1, y1)
    page.mouse.down()
    page.mouse.move(x2, y2, steps=8)
    page.locator(".order-row + .order-row.is-held").wait_for()
    page.mouse.up()


def test_cards_are_put_in_order_by_drag_and_the_match_goes_on(visitors: Visitors) -> None:
    anna, bo = both_fall(visitors.visitor(), visitors.visitor())
    page = bo.page
    expect(anna.page.get_by_text("Bo is ordering the returning cards.")).to_be_visible()
    first, second = order(page)
    for size in (DESKTOP, PHONE, SIDEWAYS):
        page.set_viewport_size(size)
        page.reload()  # which brings the panel back, with the order of the server
        page.locator(".order").wait_for()
        bo.settle()
        panel = page.locator(".order").bounding_box()
        assert panel
        assert panel["x"] >= 0
        assert panel["x"] + panel["width"] <= size["width"]
        assert page.locator(".order").evaluate("node => node.scrollHeight <= node.clientHeight + 1")
        assert order(page) == [first, second]
        drag_first_behind_second(page)
        assert order(page) == [second, first]
    assert serious_problems(page) == []
    before = bo.seq
    page.get_by_role("button", name="Return in this order").click()
    bo.after(before)
    assert hand(page)[-2:] == [second, first]
    # What was interrupted continues, and Anna, who has nothing to cast, is not asked again.
    bo.page.locator("#attack").wait_for()
    anna.reach(bo.seq)
    for table in (anna, bo):
        assert table.differences() == []


def test_cards_are_put_in_order_by_keyboard_or_as_the_server_listed_them(visitors: Visitors) -> None:
    host, page = visitors.visitor(), visitors.visitor(phone=True)
    _anna, bo = both_fall(host, page)
    expect(page.locator("#order-title")).to_be_focused()  # by the panel's script, which comes with the first panel
    first, second = order(page)
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    assert order(page) == [second, first]
    page.keyboard.press("ArrowLeft")
    assert order(page) == [first, second]
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the arrow to the right
    assert order(page) == [second, first]
    before = bo.seq
    page.get_by_role("button", name="Return in this order").focus()
    page.keyboard.press("Enter")
    bo.after(before)
    assert hand(page)[-2:] == [second, first]

    _anna, bo = both_fall(host, page)
    page.locator(".order-row").first.get_by_role("button").last.click()
    assert order(page) == [second, first]
    before = bo.seq
    page.get_by_role("button", name="Keep this order").click()
    bo.after(before)
    assert hand(page)[-2:] == [first, second]
