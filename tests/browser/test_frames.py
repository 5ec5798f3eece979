"""Frames as a board takes them: old ones, many at once, in the middle of what the viewer does with focus or pointer."""

from __future__ import annotations

import json

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.support.browser import Visitors
from tests.support.held_back import LIVE
from tests.support.positions import automaton as pile
from tests.support.positions import duel_from, record_of, side, solo_from
from tests.support.table import LAID_OUT, MatchPage, leave_controls, menu
from tools.rig.json import Json

RECORD = record_of(
    side("zombie boom * gnome brute", top="troll"), pile("shaman grrr scribe brute", top="ogre"), mode="solo"
)
DUEL = record_of(side("zombie boom * gnome", top="troll"), side("* shaman grrr", top="ogre"))
REST = {"type": "rested", "at": {"player": "A", "lane": "top", "index": 0}}
FRAMES_SENT = 12  # frames, more than are shown one after the other
WORDS = '<p hx-swap-oob="innerHTML:#hint">{}</p>'
# The zone with the number of actions, as a frame brings it with a greater one.
TURN = """(seq) => {
  const turn = document.getElementById("turn").cloneNode(true);
  turn.dataset.seq = seq;
  turn.setAttribute("hx-swap-oob", "outerMorph");
  return turn.outerHTML;
}"""
# A card as a frame takes it away and brings it again: htmx itself gives the focus back to what it replaces.
RETURNED = """(id) => {
  const piece = document.getElementById(id);
  const [gone, back] = [piece.cloneNode(), document.createElement("div")];
  gone.setAttribute("hx-swap-oob", "delete");
  back.setAttribute("hx-swap-oob", "beforeend:[data-own]");
  back.append(piece.cloneNode(true));
  return gone.outerHTML + back.outerHTML;
}"""
# What waits for the layout waits until the test lays out, as on a machine that draws nothing for a while.
NO_LAYOUT = """() => {
  const { ResizeObserver } = window;
  const waiting = [];
  window.ResizeObserver = class {
    constructor(call) {
      this.call = call;
    }
    observe() {
      waiting.push(this.call);
    }
    disconnect() {}
  };
  window.layOut = () => {
    window.ResizeObserver = ResizeObserver;
    for (const call of waiting) call();
  };
}"""
# Elements as a frame brings them, a little changed, with the number of actions that it leads to.
CHANGED = """([ids, seq]) => [...ids, "turn"].map((id) => {
  const again = document.getElementById(id).cloneNode(true);
  again.setAttribute("hx-swap-oob", "outerMorph");
  again.firstElementChild?.setAttribute("data-again", seq);
  if (id === "turn") again.dataset.seq = seq;
  return again.outerHTML;
}).join("")"""
FOCUSED = "(id) => document.activeElement.id === id"
LIT = "() => [...document.querySelectorAll('[data-over]')].map(({ id }) => id)"
BANNERS = """() => {
  window.banners = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.matches?.(".headline")) window.banners.push(node.textContent);
  }).observe(document.getElementById("fx"), { childList: true });
}"""


class Sender:
    """The line of a page, by which a test sends frames of its own."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.lines: list[WebSocketRoute] = []
        self.is_alone = False  # nothing of the server's comes in between
        page.route_web_socket(LIVE, self._route)

    def _route(self, line: WebSocketRoute) -> None:
        line.connect_to_server().on_message(lambda message: None if self.is_alone else line.send(message))
        self.lines.append(line)

    def frame(self, seq: int, content: str = "", *events: Json) -> None:
        """Send a frame that leads to `seq`."""
        frame: Json = {"type": "frame", "seq": seq, "content": content}
        self.lines[-1].send(json.dumps(frame | ({"events": events} if events else {})))

    def said(self, seq: int, words: str) -> None:
        """Send a frame that writes a sentence into the line of hints."""
        self.frame(seq, WORDS.format(words))


def opened(visitors: Visitors, *, motion: bool = False) -> tuple[MatchPage, Sender]:
    page = visitors.own(motion=motion)
    sender = Sender(page)
    return solo_from(page, RECORD), sender


def played(table: MatchPage) -> None:
    """Play the first card that may be played."""
    table.play(table.choices()[0])


def test_an_old_frame_changes_nothing_and_what_had_the_focus_gets_it_back(visitors: Visitors) -> None:
    table, sender = opened(visitors)
    page, hint = table.page, table.page.locator("#hint")
    played(table)
    sender.said(0, "Old")
    sender.said(1, "New")
    expect(hint).to_have_text("New")
    sender.said(0, "Old")
    sender.frame(1, '<p hx-swap-oob="innerHTML:#toast">There</p>')
    expect(page.locator("#toast")).to_have_text("There")
    expect(hint).to_have_text("New")

    page.keyboard.press("Shift")  # the viewer has keys
    cards = page.locator("[data-own] .held-legal")
    last = cards.last
    card = last.get_attribute("id") or ""
    assert cards.first.get_attribute("id") != card
    last.focus()
    sender.is_alone = True
    page.evaluate(LAID_OUT)  # nothing of what came before waits any more
    page.evaluate(NO_LAYOUT)
    page.evaluate("() => document.getElementById('table').click()")  # looks for a lost focus, in the next layout
    sender.frame(2, page.evaluate(RETURNED, card) + page.evaluate(TURN, 2))
    table.reach(2)
    assert not page.evaluate(FOCUSED, card)
    page.evaluate("() => window.layOut()")
    assert page.evaluate(FOCUSED, card)
    leave_controls(page)


def test_a_hand_that_is_laid_out_and_a_closer_look_stay_open_over_a_frame(visitors: Visitors) -> None:
    page = visitors.own(phone=True)
    sender = Sender(page)
    table, _ = duel_from(page, visitors.visitor(), DUEL)
    look, spread = page.locator("#inspect"), page.locator("#spread")
    page.locator(".seat-far .held").first.tap()
    expect(spread.locator(".card")).to_have_count(3)
    hand = page.locator(".seat-far .hand").get_attribute("id")
    troll = table.creature("A", "top", 0)
    sender.frame(1, page.evaluate(CHANGED, [[hand], 1]))
    table.reach(1)
    expect(spread).to_be_visible()
    expect(spread.locator(".card")).to_have_count(3)
    page.locator(".seat-far .held").first.tap()
    expect(spread).to_be_hidden()
    troll.tap()
    expect(look).to_be_visible()
    piece = troll.get_attribute("id")
    sender.frame(2, page.evaluate(CHANGED, [["realm-A-top"], 2]))
    table.reach(2)
    expect(look).to_be_visible()
    expect(look.locator(".inspect-card")).to_contain_text("Troll")
    sender.frame(3, f'<i id="{piece}" hx-swap-oob="delete"></i>' + page.evaluate(TURN, 3))
    table.reach(3)
    expect(look).to_be_hidden()  # nothing is there to be looked at


def test_the_lane_that_a_card_is_dragged_away_from_is_not_lit_any_more(visitors: Visitors) -> None:
    table, _ = opened(visitors)
    page = table.page
    boxes = [page.locator(what).bounding_box() for what in ("#berth-top", "#berth-bottom")]
    page.mouse.move(*_corner(table, 0))
    page.mouse.down()
    for box, name in zip(boxes, ("berth-top", "berth-bottom"), strict=True):
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
        assert page.evaluate(LIT) == [name]
    page.mouse.move(2, 2, steps=3)
    assert page.evaluate(LIT) == []
    page.mouse.up()
    expect(page.locator("#berth-top[data-open], html[data-dragging], .dragged")).to_have_count(0)
    assert table.seq == 0
    assert table.differences() == []


def _corner(table: MatchPage, place: int) -> tuple[float, float]:
    box = table.held(place).bounding_box()
    assert box is not None
    return box["x"] + 12, box["y"] + 40


def test_of_very_many_frames_the_last_are_played_and_a_takeback_is_shown(visitors: Visitors) -> None:
    table, sender = opened(visitors, motion=True)
    page = table.page
    table.hold("#pause")
    table.listen()
    frames = [(seq, page.evaluate(TURN, seq), {**REST, "say": f"Rest {seq}."}) for seq in range(1, FRAMES_SENT + 1)]
    for frame in frames:
        sender.frame(*frame)
    while table.seq < FRAMES_SENT or page.locator("html[data-playing]").count():
        page.keyboard.press("Escape")
    shown = [line for line in table.captions if line]
    assert (shown[0], shown[-1]) == ("Rest 1.", f"Rest {FRAMES_SENT}.")
    assert {"Rest 2.", "Rest 3."}.isdisjoint(shown), shown

    page.evaluate(BANNERS)
    sender.frame(
        FRAMES_SENT + 1,
        page.evaluate(TURN, FRAMES_SENT + 1),
        {"type": "taken_back", "player": "A", "say": "Anna takes back."},
    )
    page.wait_for_function("() => window.banners.length")
    page.keyboard.press("Escape")
    table.reach(FRAMES_SENT + 1)
    assert page.evaluate("window.banners") == ["Anna takes back."]


def test_what_was_confirmed_while_a_card_was_on_its_way_is_sent_once(visitors: Visitors) -> None:
    host = visitors.own()
    held: list[tuple[WebSocketRoute, str | bytes]] = []
    sent: dict[str, str] = {}  # types of actions by their presses: a press without an answer is sent again

    def route(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def said(message: str | bytes) -> None:
            content = json.loads(message)
            if "action" in content:
                sent[content["press"]] = content["action"]["type"]
            if sent and content.get("press") == next(iter(sent)):
                held.append((server, message))
            else:
                server.send(message)

        line.on_message(said)

    host.route_web_socket(LIVE, route)
    table, other = duel_from(host, visitors.visitor(), DUEL)
    action = table.choices()[0]["action"]
    table.press(action)
    menu(host, "Resign")
    for server, message in held:
        server.send(message)
    for page in (host, other.page):
        page.locator("#result-title").wait_for()
    table.settle()
    assert list(sent.values()) == ["play", "resign"]
