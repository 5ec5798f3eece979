"""The board is right again after everything that can happen to a connection, and says when it has none."""

from __future__ import annotations

from contextlib import closing

from playwright.sync_api import expect

from tests.conftest import StartServer
from tests.support.browser import Visitors
from tests.support.table import MatchPage, open_duel, open_solo
from tests.support.waiting import wait_until
from tools.rig.forwarder import Forwarder
from tools.rig.server import ServerProcess

# What the page would send as an action waits for `release`.
HOLD_ACTIONS = """() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    if (data.includes('"action"')) window.release = () => send.call(this, data);
    else send.call(this, data);  // a page on a slow machine may ask whether the line is good
  };
}"""
HIDDEN = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_two_tabs_show_the_same_and_the_same_move_from_both_counts_once(visitors: Visitors) -> None:
    table = open_solo(visitors.visitor())
    second = MatchPage(visitors.tab(table.page.context.new_page()))
    second.page.goto(table.page.url)
    table.turn(1)
    second.reach(table.seq)
    assert second.differences() == []
    table.page.reload()
    table.settle()
    before = table.seq
    assert before == second.seq > 0
    second.page.evaluate(HOLD_ACTIONS)
    second.attack.click()
    table.attack.click()
    table.after(before)
    second.after(before)
    second.page.evaluate("window.release()")
    expect(second.page.locator("#match")).not_to_have_attribute("data-busy", "")
    expect(second.page.locator("#toast")).to_be_empty()  # it was done
    assert table.seq == second.seq == before + 1
    assert second.differences() == []


def test_a_line_that_is_lost_catches_up(visitors: Visitors) -> None:
    anna, bo = open_duel(visitors.visitor(), visitors.visitor())
    mover, other = (anna, bo) if anna.my_turn else (bo, anna)
    # A change of presence may still be under way; it would show that the connection works.
    expect(other.page.locator("#away .offer-line")).to_have_count(0)
    other.page.context.set_offline(True)
    expect(other.page.get_by_text("No connection")).to_be_visible()
    mover.turn(2)
    other.page.context.set_offline(False)
    other.reach(mover.seq)
    assert other.differences() == []
    expect(other.page.get_by_text("No connection")).to_be_hidden()
    visitors.complaints.clear()  # the browser itself reports the cut line


def test_after_the_lock_screen_the_newest_table_is_there_within_a_second(
    visitors: Visitors, site: ServerProcess
) -> None:
    locked = visitors.own()
    locked.clock.install()
    anna, bo = open_duel(locked, visitors.visitor())
    with closing(Forwarder(site.port)) as line:
        with locked.expect_websocket() as opened:
            locked.goto(locked.url.replace(str(site.port), str(line.port)))
        if anna.my_turn:
            anna.turn(1)
            bo.reach(anna.seq)
        anna.settle()
        now: int = locked.evaluate("Date.now()")
        locked.clock.pause_at(now + 100)
        for _ in range(5):  # a page is as patient as its line was slow, and while its clock rests the line is quick
            with opened.value.expect_event("framereceived", lambda frame: BEAT in str(frame)):
                locked.evaluate("() => window.dispatchEvent(new Event('online'))")
        locked.evaluate(HIDDEN, True)
        line.silence()  # neither answers nor closes, as after a night in a bag
        bo.turn(1)
        assert anna.seq < bo.seq
        locked.clock.set_system_time(now + 60_000)
        locked.evaluate(HIDDEN, False)
        with locked.expect_websocket():
            locked.clock.run_for(900)
        locked.clock.resume()
        anna.reach(bo.seq)
        line.mend()  # the other requests of the page go by earlier connections
        assert anna.differences() == []
    visitors.complaints.clear()  # the browser itself reports the cut line


BEAT = '"type":"beat"'

# Whether the strip ends where the table begins.
APART = """() => document.getElementById("connection-lost").getBoundingClientRect().bottom
  <= document.getElementById("main").getBoundingClientRect().top + 1"""


def test_a_press_without_a_connection_is_not_taken_and_the_board_says_so(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True, language="he")
    table = open_solo(page)
    lost = page.locator("#connection-lost")
    expect(lost).to_be_hidden()
    page.context.set_offline(True)
    page.evaluate("() => window.dispatchEvent(new Event('offline'))")
    expect(lost).to_be_visible()
    expect(table.attack).to_have_css("cursor", "not-allowed")
    box = lost.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= page.evaluate("innerWidth")
    wait_until(lambda: (lost.bounding_box() or box)["height"] > 16)  # it unfolds where the connection stays away
    assert page.evaluate(APART), "it lies over the table"
    table.attack.click()
    expect(page.locator("#toast")).to_have_text(lost.get_attribute("data-pressed") or "")
    choice = table.choices()[0]
    table.held(choice["action"]["hand"]).click(position={"x": 12, "y": 40})
    table.goal(choice["action"]).click()
    expect(page.locator("#match")).not_to_have_attribute("data-busy", "")
    page.context.set_offline(False)
    page.evaluate("() => window.dispatchEvent(new Event('online'))")
    expect(lost).to_be_hidden()
    table.play(table.choices()[0])
    assert table.seq == 1, "a press without a connection was kept and sent"
    assert table.differences() == []
    visitors.complaints.clear()  # the browser itself reports unreachable addresses


def test_a_killed_server_goes_on_where_it_was(visitors: Visitors, start_server: StartServer) -> None:
    server = start_server()
    page = visitors.visitor()
    table = open_solo(page, server.url)
    table.turn(2)
    before = table.seq
    server.kill()
    expect(page.get_by_text("No connection")).to_be_visible()
    server.start()
    table.settle()
    assert table.seq == before
    assert table.differences() == []
    table.turn(1)
    assert table.seq > before
    visitors.complaints.clear()  # the browser itself reports the cut line
