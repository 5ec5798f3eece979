"""The pace of animations: speeds, skipping, the automaton's turn in seconds, and words where nothing moves."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from engine.bots.puzzles import load
from tests.support.animation_clock import CLOCK
from tests.support.browser import Visitors
from tests.support.positions import solo_from
from tests.support.table import menu, posted, prefer
from tests.support.waiting import wait_until
from tools.feel.board import automaton_record

TURN = automaton_record()
GOAL = 8000  # milliseconds, with four reveals and six attacks
# From now on presses come `window.later` milliseconds later than they do.
LATER = """() => {
  window.later = 0;
  const { get } = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
  Object.defineProperty(Event.prototype, "timeStamp", { get() { return get.call(this) + window.later; } });
}"""

# The beginning of the match once more, which stands still until it is skipped.
BEGIN_AGAIN = """async () => {
  sessionStorage.clear();
  const { begin } = await import("/static/js/match/beginning.js");
  begin();
  const running = document.getAnimations().filter((animation) => animation.constructor === Animation);
  for (const animation of running) animation.pause();
  return Math.max(...running.map(({ effect }) => effect.getComputedTiming().endTime));
}"""
# What of the table takes a press in the middle of the page.
PRESSED = (
    "() => document.elementsFromPoint(innerWidth / 2, innerHeight / 2).flatMap(({ id }) => (id === 'stage' ? id : []))"
)
# Presses at this place when the next moment of the match has just been put in place.
LATE_HIT = """([x, y]) => {
  window.shown = performance.now() + 1100;  // long enough for somebody to reach for Skip
  new MutationObserver((_, watch) => {
    if (document.getElementById("turn").dataset.seq === "0") return;
    watch.disconnect();
    const press = new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 });
    document.elementFromPoint(x, y).dispatchEvent(press);
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


def film(page: Page) -> float:
    """Return the milliseconds for which the attack and the automaton's turn after it are shown."""
    table = solo_from(page, TURN)
    page.evaluate(CLOCK)
    table.listen()
    table.attack.click()
    table.after(0)
    assert sum("reveals" in line for line in table.captions) == 4
    assert sum(" attacks " in line for line in table.captions) >= 6
    assert table.differences() == []
    lasted: float = page.evaluate("window.clock")
    return lasted


def test_the_automatons_turn_lasts_eight_seconds_at_most_or_as_long_as_one_likes(visitors: Visitors) -> None:
    page = visitors.visitor(motion=True)
    assert 3000 < film(page) <= GOAL
    prefer(page, "speed", "4")
    assert film(page) < GOAL / 3
    page.locator("#menu-button").click()
    expect(page.get_by_label("4×")).to_be_checked()


def test_skip_ends_a_step_and_held_it_ends_all(visitors: Visitors) -> None:
    page = visitors.visitor(motion=True)
    table = solo_from(page, TURN)
    table.hold("#pause")  # the pauses between and after what moves
    table.attack.click()
    caption, skip = page.locator("#caption"), page.locator(".skip")
    expect(caption).to_contain_text("Troll attacks")
    page.evaluate(LATER)
    skip.click()
    expect(caption).not_to_contain_text("Troll")
    page.evaluate("window.later = 500")  # a second press at once would be meant for all
    assert page.locator("html[data-playing]").count() == 1
    skip.hover()
    page.mouse.down()
    table.after(0)
    page.mouse.up()
    assert table.differences() == []


def test_a_press_meant_for_skip_does_not_attack_and_one_resigns_while_something_is_shown(visitors: Visitors) -> None:
    page = visitors.visitor(motion=True)
    table = solo_from(page, TURN)
    table.hold()
    table.attack.click()
    expect(page.locator("#caption")).to_contain_text("Troll attacks")
    box = page.locator(".skip").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.evaluate(LATE_HIT, list(middle))
    page.wait_for_function("() => performance.now() > window.shown")
    page.keyboard.press("Escape")
    table.after(0)
    expect(page.locator("#toast")).to_have_text("The table has only just changed: press once more.")
    assert table.seq == 1
    expect(page.locator("html")).not_to_have_attribute("data-guarded", "")
    table = solo_from(page, TURN)
    table.hold()
    table.attack.click()
    expect(page.locator("#caption")).to_contain_text("Troll attacks")
    menu(page, "Resign", sure=False)
    assert page.locator("html[data-playing]").count() == 1
    page.get_by_role("button", name="Yes, do it").click()
    expect(page.locator("#caption")).to_contain_text("The automaton wins the match")
    page.keyboard.press("Escape")
    page.locator("#result-title").wait_for()


def test_where_nothing_moves_the_other_sides_turn_is_narrated(visitors: Visitors) -> None:
    page = visitors.visitor()
    table = solo_from(page, TURN)
    recap = page.locator("#recap")
    expect(recap).to_be_hidden()
    table.attack.click()
    table.after(0)
    expect(recap).to_contain_text("Revenant destroys Troll")
    assert 1 <= recap.locator("li").count() <= 5
    assert recap.locator("li").first.inner_text().count("reveals") == 4
    expect(recap).not_to_contain_text("Troll attacks")
    expect(recap.locator("p")).to_have_text(re.compile(r"^and [1-9]\d* more$"))
    recap.get_by_role("button", name="Close").click()
    expect(recap).to_be_hidden()


def test_what_begins_is_shown_for_a_moment_that_any_key_skips(visitors: Visitors) -> None:
    page = visitors.visitor(motion=True)
    begun = "Object.entries(sessionStorage).some(([key, page]) => key.includes('begun') && page === location.pathname)"
    duel = {"mode": "bot", "format": "preconstructed", "deck": "1", "opponent": "1", "first": "me", "name": "Anna"}
    survive = next(puzzle.id for puzzle in load() if puzzle.goal == "survive")
    beginnings = {
        posted(page, "/new", **duel): (".coin", "Anna"),
        posted(page, "/new", mode="solo", format="draft"): (".headline", "Take one card: the automaton gets"),
        f"/puzzles/{survive}": (".headline", "Survive"),
    }
    for path, (shown, words) in beginnings.items():
        page.goto(path)
        page.locator("#table, #draft").wait_for()
        wait_until(lambda: page.evaluate(begun))
        expect(page.locator(".coin, .headline")).to_have_count(0)
        lasts = page.evaluate(BEGIN_AGAIN)
        assert 0 < lasts <= 1200
        expect(page.locator(shown)).to_contain_text(words)
        assert page.evaluate(PRESSED) == []  # where cards wait to be dealt, a press is not meant for them
        page.keyboard.press("Shift")
        expect(page.locator(shown)).to_have_count(0)
        assert page.evaluate(PRESSED) != []
