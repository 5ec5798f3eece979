"""The board is right again after everything that can happen to a connection."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.conftest import StartServer
from tests.support.browser import Visitors
from tests.support.table import MatchPage, open_duel, open_solo

BEFORE_IT_ASKS_MS = 20_000  # after 25 seconds of silence every page asks


def catches_up(table: MatchPage, seq: int) -> None:
    """Wait until the page shows that many actions, and the truth."""
    table.reach(seq)
    assert table.differences() == []


def test_reload_and_second_tab(visitors: Visitors) -> None:
    table = open_solo(visitors.visitor())
    table.turn(1)
    second = MatchPage(visitors.tab(table.page.context.new_page()))
    second.page.goto(table.page.url)
    assert second.seq == table.seq
    table.turn(1)
    catches_up(second, table.seq)
    before = second.seq
    second.turn(1)
    catches_up(table, second.seq)
    table.page.reload()
    assert table.seq == second.seq > before


def test_the_same_move_from_two_tabs_counts_once(visitors: Visitors) -> None:
    table = open_solo(visitors.visitor())
    second = MatchPage(visitors.tab(table.page.context.new_page()))
    second.page.goto(table.page.url)
    second.settle()
    table.settle()
    # The second tab's move is under way while the first tab's arrives.
    second.page.evaluate(
        """() => {
          const send = WebSocket.prototype.send;
          WebSocket.prototype.send = function (data) {
            if (data.includes('"action"')) window.release = () => send.call(this, data);
            else send.call(this, data);  // a page on a slow machine may ask whether the line is good
          };
        }"""
    )
    second.attack.click()
    table.attack.click()
    table.after(0)
    second.page.evaluate("window.release()")
    expect(second.page.locator("#toast")).to_contain_text("The match has moved on")
    second.after(0)
    assert table.seq == second.seq == 1
    assert second.differences() == []


def test_a_lost_network_comes_back(visitors: Visitors) -> None:
    anna, bo = open_duel(
        visitors.visitor(),
        visitors.visitor(),
    )
    mover, other = (anna, bo) if anna.my_turn else (bo, anna)
    # A change of presence may still be under way; it would show that the connection works.
    expect(other.page.locator(".away-line")).to_have_count(0)
    other.page.context.set_offline(True)
    expect(other.page.get_by_text("No connection")).to_be_visible()
    mover.turn(2)
    other.page.context.set_offline(False)
    catches_up(other, mover.seq)
    expect(other.page.get_by_text("No connection")).to_be_hidden()
    visitors.complaints.clear()  # the browser itself reports the cut line


def test_a_line_that_died_in_silence_is_noticed_on_waking(visitors: Visitors) -> None:
    anna, bo = open_duel(
        visitors.visitor(),
        visitors.visitor(),
    )
    mover, other = (anna, bo) if anna.my_turn else (bo, anna)
    # From its next message on, the socket neither answers nor closes, as after a night in a bag.
    other.page.evaluate(
        """() => {
          const real = WebSocket.prototype.send;
          let deaf = null;
          WebSocket.prototype.send = function (data) {
            if (!deaf) {
              deaf = this;
              this.addEventListener("message", (event) => event.stopImmediatePropagation(), {capture: true});
            }
            if (this !== deaf) real.call(this, data);
          };
          window.dispatchEvent(new Event("online"));
        }"""
    )
    mover.turn(1)
    other.reach(mover.seq, BEFORE_IT_ASKS_MS)
    assert other.differences() == []


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
