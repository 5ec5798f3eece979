"""Clocks at the table: both run on every page, the player to act hears the last seconds, and a flag ends the match."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.support.browser import PHONE, Visitors, serious_by_day_and_night, serious_problems
from tests.support.table import open_match, sit_down

# From the beginning of each page: how many ticks were heard, which clocks ran, and which of them showed that it is low.
LISTEN = """
window.ticks = 0;
window.ran = new Set();
window.low = new Set();
document.addEventListener("game-sound", (event) => { if (event.detail.name === "tick") window.ticks += 1; });
new MutationObserver(() => {
  for (const clock of document.querySelectorAll(".bar .clock-runs")) window.ran.add(clock.closest(".bar").id);
  for (const clock of document.querySelectorAll(".bar .clock[data-low]")) window.low.add(clock.closest(".bar").id);
}).observe(document, {subtree: true, childList: true, attributes: true});
"""
SOUNDS = "() => [[...window.ran], [...window.low]]"
RUNNING = re.compile(r"\bclock-runs\b")
QUICK = {"kind": "turn", "seconds": 20}
LONG = {"kind": "fischer", "base": 3600, "increment": 10}
BY_POST = {"kind": "correspondence", "hours": 72, "vacation": 7}


def clock_of(page: Page, seat: str) -> str:
    """Return the time on a player's clock on this page."""
    return page.locator(f"#bar-{seat} [data-clock]").inner_text()


def seconds(shown: str) -> int:
    """Return the seconds of "1:02:03"."""
    total = 0
    for part in shown.split(":"):
        total = total * 60 + int(part)
    return total


def test_H10_a_flag_falls_before_everybodys_eyes(visitors: Visitors) -> None:
    host, guest, watcher = visitors.visitor(), visitors.visitor(), visitors.visitor()
    for page in (host, guest, watcher):
        page.add_init_script(LISTEN)
    host.goto(f"/match/{open_match(host, seed=1, seat='A', first='A', deck=1, opponent_deck=2, clock=QUICK)}")
    anna, bo = sit_down(host, guest)
    watcher.goto(anna.page.url)
    assert seconds(clock_of(guest, "B")) == QUICK["seconds"]
    expect(host.locator("[data-warnings]")).to_have_text("Ten seconds left.")
    for page in (host, guest, watcher):
        expect(page.locator("#result-title")).to_be_visible()
        expect(page.locator("#result")).to_contain_text("Guest has run out of time.")
        assert page.evaluate(SOUNDS) == [["bar-A"], ["bar-A"]]
    assert host.evaluate("window.ticks") >= 5
    assert [page.evaluate("window.ticks") for page in (guest, watcher)] == [0, 0]
    assert bo.differences() == []


def test_a_page_that_stood_still_says_which_warning_it_missed(visitors: Visitors) -> None:
    host, guest = visitors.visitor(), visitors.visitor()
    host.clock.install()
    host.goto(f"/match/{open_match(host, seed=1, seat='A', first='A', deck=1, opponent_deck=2, clock=LONG)}")
    sit_down(host, guest)
    warnings = host.locator("[data-warnings]")
    expect(host.locator("#bar-A .clock")).to_have_class(RUNNING)
    expect(warnings).to_be_empty()
    host.clock.fast_forward("59:55")
    expect(warnings).to_have_text("Ten seconds left.")


def test_both_clocks_stand_on_the_plates_and_change_with_the_turn(visitors: Visitors) -> None:
    host, guest = visitors.visitor(viewport=PHONE), visitors.visitor(viewport={"width": 360, "height": 640})
    host.goto(f"/match/{open_match(host, seed=1, seat='A', first='A', deck=1, opponent_deck=2, clock=LONG)}")
    anna, bo = sit_down(host, guest)
    for page in (host, guest):
        expect(page.locator("#bar-A .clock")).to_have_class(RUNNING)
        assert 3500 < seconds(clock_of(page, "A")) <= 3600
        assert clock_of(page, "B") == "1:00:00"
        page.wait_for_function("() => document.querySelector('#bar-A [data-clock]').textContent.startsWith('59:')")
        assert serious_problems(page) == []
    anna.attack.click()
    anna.after(0)
    bo.reach(1)
    bo.settle()
    for page in (host, guest):
        expect(page.locator("#bar-B .clock")).to_have_class(RUNNING)
        expect(page.locator("#bar-A .clock")).not_to_have_class(RUNNING)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert anna.differences() == []


def test_before_the_first_turn_both_clocks_stand_above_the_stage(visitors: Visitors) -> None:
    host, guest = visitors.visitor(), visitors.visitor(phone=True)
    host.goto(f"/match/{open_match(host, seed=1, seat='A', format='draft', clock=LONG)}")
    anna, _bo = sit_down(host, guest)
    expect(host.locator("#clocks .clock")).to_have_count(2)
    expect(host.locator("#clocks .clock-runs")).to_have_count(1)
    host.locator("#offers button").first.click()
    anna.after(0)
    expect(host.locator("#clocks .clocks-one").nth(1).locator(".clock")).to_have_class(RUNNING)
    assert serious_problems(guest) == []


def test_a_vacation_is_taken_from_the_menu(visitors: Visitors) -> None:
    host, guest = visitors.visitor(), visitors.visitor()
    host.goto(f"/match/{open_match(host, seed=1, seat='A', first='A', deck=1, opponent_deck=2, clock=BY_POST)}")
    sit_down(host, guest)
    expect(host.locator("#bar-A [data-clock]")).to_have_text(re.compile(r"^2d 23h$"))
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("button", name="Go on vacation").click()
    host.get_by_role("button", name="Yes, do it").click()
    expect(host.get_by_text("You are on vacation: your clock is stopped.")).to_be_visible()
    expect(guest.locator("#bar-A .clock-rests")).to_be_visible()
    assert serious_by_day_and_night(host) == []
    host.get_by_role("button", name="End vacation").click()
    expect(host.get_by_text("You are on vacation: your clock is stopped.")).to_have_count(0)
    expect(guest.locator("#bar-A .clock-rests")).to_have_count(0)


def test_a_clock_is_chosen_in_the_form_and_named_on_the_invitation(visitors: Visitors) -> None:
    host, guest = visitors.visitor(), visitors.visitor(phone=True)
    host.goto("/new?preset=draft-duel")
    host.get_by_text("More options").click()
    host.get_by_label("Time to think").select_option(label="5 min, and 10 s more after each turn")
    assert serious_problems(host) == []
    host.get_by_role("button", name="Get the link").click()
    guest.goto(host.locator("#link").input_value())
    expect(guest.get_by_text("5 min, and 10 s more after each turn")).to_be_visible()
    sit_down(host, guest)
    expect(host.locator("#clocks [data-clock]").first).to_be_visible()
