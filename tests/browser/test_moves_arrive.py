"""Every press arrives once, or is refused with a word, whatever becomes of the line; a picked card stays picked."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.support.browser import Visitors
from tests.support.held_back import LIVE, cut
from tests.support.positions import automaton, record_of, side, solo_from
from tests.support.table import MatchPage, menu, open_solo

RECORD = record_of(
    side("zombie boom * gnome", top="troll"), automaton("shaman grrr scribe brute", top="ogre"), mode="solo"
)
# Each message takes 1.2 seconds, on its way out and on its way back, and none overtakes another.
SLOW = """() => {
  const MS = 1200;
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (data) {
    setTimeout(() => this.readyState === WebSocket.OPEN && send.call(this, data), MS);
  };
  const { addEventListener } = WebSocket.prototype;
  WebSocket.prototype.addEventListener = function (type, listener, options) {
    const late = (event) => setTimeout(() => options?.signal?.aborted || listener.call(this, event), MS);
    addEventListener.call(this, type, type === "message" ? late : listener, options);
  };
}"""
LOST = "() => document.getElementById('match').dataset.connection === 'lost'"
Carry = Callable[[str | bytes], None]


class BreakingLine:
    """A line between a page and its server that breaks once, at a moment of the next action."""

    def __init__(self, page: Page) -> None:
        self.breaks_at = ""
        page.route_web_socket(LIVE, self._open)

    def _open(self, line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        heard = [""]  # the moments of which this line has come to know

        def out(message: str | bytes) -> None:
            is_action = "action" in json.loads(message)
            if is_action and self.breaks_at == "sent":
                self._cut(line)
                return
            heard.append("sent" if is_action else "")
            server.send(message)

        def back(message: str | bytes) -> None:
            kind = json.loads(message)["type"]
            if "sent" not in heard or not self.breaks_at or kind not in ("taken", "frame"):
                line.send(message)
            elif self.breaks_at == "done":  # neither comes back
                self._cut(line)
            elif kind == self.breaks_at:  # one comes back, and then no more
                line.send(message)
                self._cut(line)

        line.on_message(out)
        server.on_message(back)

    def _cut(self, line: WebSocketRoute) -> None:
        self.breaks_at = ""
        line.close(code=1011)


def play(table: MatchPage, place: int) -> str:
    """Play the card at a place of the hand; return the lane."""
    action = next(one["action"] for one in table.choices() if one["action"].get("hand") == place)
    table.held(place).click(position={"x": 12, "y": 40})
    table.goal(action).click(position={"x": 16, "y": 24})
    return str(action["lane"])


def test_a_line_that_breaks_at_any_moment_of_a_move_loses_and_doubles_nothing(visitors: Visitors) -> None:
    page = visitors.own()
    line = BreakingLine(page)
    for moment in ("sent", "done", "taken", "frame"):
        table = solo_from(page, RECORD)
        line.breaks_at = moment
        lane = play(table, 0)
        row = page.locator(f"#realm-A-{lane} .creature")
        before = row.count()
        table.after(0)
        table.settle()
        assert line.breaks_at == "", moment
        assert (table.seq, row.count()) == (1, before), moment
        expect(page.locator("#toast")).to_be_empty()
        assert table.differences() == [], moment


def test_a_slow_line_that_loses_each_tenth_message_plays_on(visitors: Visitors) -> None:
    page = visitors.own()
    page.add_init_script(f"({SLOW})()")
    numbers = count(1)
    lost: list[str | bytes] = []

    def route(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def through(send: Carry) -> Carry:
            return lambda message: send(message) if next(numbers) % 10 else lost.append(message)

        line.on_message(through(server.send))
        server.on_message(through(line.send))

    page.route_web_socket(LIVE, route)
    table = open_solo(page)
    while len(lost) < 2 and not table.over:
        table.turn(2)
    kinds = {json.loads(message)["type"] for message in lost}
    assert len(lost) > 1, kinds
    expect(page.locator("#toast")).to_be_empty()
    assert table.differences() == []


def test_what_is_picked_stays_over_the_first_frame_and_a_new_line(visitors: Visitors) -> None:
    page = visitors.own()
    table = solo_from(page, RECORD)
    held: list[tuple[WebSocketRoute, str | bytes]] = []
    lines: list[WebSocketRoute] = []
    is_held = True

    def route(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        lines.append(line)
        server.on_message(lambda said: held.append((line, said)) if is_held else line.send(said))

    page.route_web_socket(LIVE, route)
    page.reload()
    gnome = page.locator("[data-own] .held[data-name='Gnome']")
    gnome.click(position={"x": 12, "y": 40})
    expect(gnome).to_have_attribute("aria-pressed", "true")
    places = page.locator("[data-open]").count()
    is_held = False  # from here on nothing is heard of the server before the test waits: its messages keep their order
    for line, said in held:
        line.send(said)
    table.settle()
    expect(gnome).to_have_attribute("aria-pressed", "true")
    cut(page, lines)
    table.settle()
    expect(gnome).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-open]")).to_have_count(places)


@pytest.mark.parametrize("way", ["a page without time", "a line that is away"])
def test_what_is_confirmed_goes_out(visitors: Visitors, way: str) -> None:
    page = visitors.visitor()
    table = solo_from(page, RECORD)
    page.evaluate("addEventListener('close', (event) => event.stopImmediatePropagation(), { capture: true })")
    if way == "a line that is away":
        page.context.set_offline(True)
        page.evaluate("dispatchEvent(new Event('offline'))")
        page.wait_for_function(LOST)
    menu(page, "Resign")
    if way == "a line that is away":
        expect(page.locator("#toast")).to_contain_text("this will be sent as soon as it is back")
        page.context.set_offline(False)
        page.evaluate("dispatchEvent(new Event('online'))")
    page.locator("#result-title").wait_for()
    assert table.differences() == []
    visitors.complaints.clear()  # the browser itself reports unreachable addresses
