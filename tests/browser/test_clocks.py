"""Clocks at the table: both stand on every page, the player to act hears the last seconds, and a vacation stops one."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.support.browser import PHONE, Visitors, serious_by_day_and_night, serious_problems
from tests.support.table import menu, open_match, sit_down

# From the beginning of each page: how many ticks were heard, and which clocks showed that they are low.
LISTEN = """
window.ticks = 0;
window.low = new Set();
document.addEventListener("game-sound", (event) => { if (event.detail.name === "tick") window.ticks += 1; });
new MutationObserver(() => {
  for (const clock of document.querySelectorAll(".bar .clock[data-low]")) window.low.add(clock.closest(".bar").id);
}).observe(document, {subtree: true, childList: true, attributes: true});
"""
RUNNING = re.compile(r"\bclock-runs\b")
LONG = {"kind": "fischer", "base": 3600, "increment": 10}
BY_POST = {"kind": "correspondence", "hours": 72, "vacation": 7}


def seconds(page: Page, seat: str) -> int:
    """Return the time on a player's clock on this page, which is as "1:02:03"."""
    total = 0
    for part in page.locator(f"#bar-{seat} [data-clock]").inner_text().split(":"):
        total = total * 60 + int(part)
    return total


def test_the_player_to_act_hears_the_last_seconds_and_everybody_sees_them(visitors: Visitors) -> None:
    host, guest = visitors.own(), visitors.own()
    for page in (host, guest):
        page.clock.install()
        page.add_init_script(LISTEN)
    host.goto(f"/match/{open_match(host, seed=1, seat='A', first='A', deck=1, opponent_deck=2, clock=LONG)}")
    for table in sit_down(host, guest):
        page = table.page
        assert table.log  # is there: it would not be waited for over an hour
        expect(page.locator("#bar-A .clock")).to_have_class(RUNNING)
        expect(page.locator(".htmx-request")).to_have_count(0)  # one under way would be given up after an hour
        page.clock.fast_forward((seconds(page, "A") - 9) * 1000)
        page.wait_for_function("() => window.low.size > 0")
        assert page.evaluate("[...window.low]") == ["bar-A"]
    expect(host.locator("[data-warnings]")).to_have_text("Ten seconds left.")  # late rather than never
    assert host.evaluate("window.ticks") > 0
    assert guest.evaluate("window.ticks") == 0


def test_both_clocks_stand_on_the_plates_change_with_the_turn_and_one_stops_on_vacation(visitors: Visitors) -> None:
    host, guest = visitors.visitor(viewport=PHONE), visitors.visitor(viewport={"width": 360, "height": 640})
    host.goto(f"/match/{open_match(host, seed=1, seat='A', first='A', deck=1, opponent_deck=2, clock=LONG)}")
    anna, bo = sit_down(host, guest)
    for page in (host, guest):
        expect(page.locator("#bar-A .clock")).to_have_class(RUNNING)
        assert 3000 < seconds(page, "A") <= 3600
        assert seconds(page, "B") == 3600
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

    host.goto(f"/match/{open_match(host, seed=1, seat='A', first='A', deck=1, opponent_deck=2, clock=BY_POST)}")
    sit_down(host, guest)
    expect(host.locator("#bar-A [data-clock]")).to_have_text(re.compile(r"^2d 23h$"))
    menu(host, "Go on vacation")
    expect(host.get_by_text("You are on vacation: your clock is stopped.")).to_be_visible()
    expect(guest.locator("#bar-A .clock-rests")).to_be_visible()
    assert serious_by_day_and_night(host) == []
    host.get_by_role("button", name="End vacation").click()
    expect(guest.locator("#bar-A .clock-rests")).to_have_count(0)
