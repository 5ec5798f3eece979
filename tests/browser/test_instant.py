"""A player's own move shows before the server has answered, and goes back only if it refuses."""

from __future__ import annotations

import json
import time

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.support.browser import Visitors
from tests.support.held_back import LIVE, Line, held_back
from tests.support.positions import automaton, record_of, side, solo_from
from tests.support.table import MatchPage, menu, open_solo
from tests.support.waiting import wait_until
from tools.rig.json import Json

WORD = '<p hx-swap-oob="innerHTML:#hint">Somebody has come</p>'
# How many cards have flown since.
FLIGHTS = """() => {
  window.flown = 0;
  const flies = (node) => node.nodeType === 1 && node.matches(".lifted");
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) window.flown += [...addedNodes].filter(flies).length;
  }).observe(document.getElementById("fx"), { childList: true });
}"""
RECORD = record_of(
    side("zombie boom * gnome", top="troll"), automaton("shaman grrr scribe brute", top="ogre"), mode="solo"
)


def opened(visitors: Visitors, *, motion: bool = False) -> tuple[MatchPage, list[Line]]:
    """Return a solo game with a line that keeps its actions."""
    page = visitors.own(motion=motion)
    kept = held_back(page)
    page.add_init_script("window.prefs?.set('speed', '4')")
    return solo_from(page, RECORD), kept


def choice(table: MatchPage, place: int) -> Json:
    """Return the first thing that may be done with the card at a place of the hand."""
    return next(one["action"] for one in table.choices() if one["action"].get("hand") == place)


def play(table: MatchPage, action: Json) -> None:
    table.held(action["hand"]).click(position={"x": 12, "y": 40})
    table.goal(action).click(position={"x": 16, "y": 24})


def refuse(kept: Line) -> None:
    """Answer as the server does to what is not legal."""
    line, _, message = kept
    toast = '<p id="toast" hx-swap-oob="outerMorph" class="toast" role="alert">Not now</p>'
    press = json.loads(message)["press"]
    line.send(json.dumps({"type": "error", "error": "Not now", "code": "not_legal", "content": toast, "press": press}))


def test_what_is_played_shows_before_the_answer_and_goes_back_if_it_is_refused(visitors: Visitors) -> None:
    table, kept = opened(visitors, motion=True)
    page = table.page
    hand, mana, match = (page.locator(what) for what in ("#hand-A .held", "#mana-A .gem-full", "#match"))
    for place in (0, 1):
        play(table, choice(table, place))
        expect(mana).to_have_count(8)
        page.evaluate(FLIGHTS)
        refuse(kept.pop())
        expect(page.locator("#toast")).to_have_text("Not now")
        expect(hand).to_have_count(4)
        expect(mana).to_have_count(9)
        expect(match).not_to_have_attribute("data-busy", "")
        expect(page.locator("#fx > *")).to_have_count(0)
        assert page.evaluate("window.flown") == 1 - place  # a creature flies home; a spell has not left the hand
    assert table.differences() == []
    action = choice(table, 0)
    row = page.locator(f"#realm-A-{action['lane']} .creature")
    before = row.count()
    play(table, action)
    expect(row).to_have_count(before + 1)
    expect(row.last).to_contain_text("Zombie")
    expect(hand).to_have_count(3)
    expect(match).to_have_attribute("data-busy", "")
    kept.pop()[0].close(code=1011)  # over the next line it is sent again, and the table shows it all the while
    expect(row).to_have_count(before + 1)
    wait_for_kept(page, kept)  # by then the old line is lost, however short that was
    page.wait_for_function("() => document.getElementById('match').dataset.connection === 'open'")
    expect(row).to_have_count(before + 1)
    expect(hand).to_have_count(3)
    ((_, server, message),) = kept
    page.evaluate(FLIGHTS)
    server.send(message)
    table.after(0)
    assert page.evaluate("window.flown") == 0
    kept.clear()
    play(table, choice(table, 0))
    expect(page.locator("#fx .spell")).to_contain_text("Boom!")
    ((_, server, message),) = kept
    server.send(message)
    table.after(1)
    expect(page.locator("#fx .spell")).to_have_count(0)
    assert table.differences() == []


def test_attack_follows_a_card_on_its_way_unless_it_is_refused(visitors: Visitors) -> None:
    table, kept = opened(visitors)
    page, html = table.page, table.page.locator("html")
    play(table, choice(table, 0))
    table.attack.click()
    refuse(kept.pop())
    expect(page.locator("#match")).not_to_have_attribute("data-busy", "")
    assert kept == []
    play(table, choice(table, 0))
    table.attack.click()
    table.attack.click()  # twice is once
    expect(html).to_have_attribute("data-sent", "end_summon")
    ((line, server, message),) = kept
    line.send(json.dumps({"type": "frame", "seq": json.loads(message)["seq"], "content": WORD}))
    expect(page.locator("#hint")).to_have_text("Somebody has come")  # which is no answer
    expect(page.locator("#match")).to_have_attribute("data-busy", "")
    server.send(message)
    table.reach(1)
    wait_for_kept(page, kept, 2)  # the card is shown a moment before the attack goes out
    kept[1][1].send(kept[1][2])
    table.reach(2)
    expect(html).not_to_have_attribute("data-sent", "end_summon")
    table.settle()
    assert len(kept) == 2
    assert table.differences() == []


def test_the_next_card_is_picked_before_the_answer_and_a_resignation_survives_a_lost_line(visitors: Visitors) -> None:
    table, kept = opened(visitors)
    page = table.page
    play(table, choice(table, 0))
    gnome = page.locator("[data-own] .held[data-name='Gnome']")
    gnome.click(position={"x": 12, "y": 40})
    expect(gnome).to_have_attribute("aria-pressed", "true")
    ((_, server, message),) = kept
    server.send(message)
    table.reach(1)
    expect(gnome).to_have_attribute("aria-pressed", "true")
    kept.clear()
    page.locator("#berth-bottom").click()
    page.get_by_role("button", name="Yes, do it").click()  # the Bastion would be in peril
    expect(page.locator("#realm-A-bottom .creature")).to_have_count(1)
    menu(page, "Resign")
    kept.pop()[0].close(code=1011)
    sent = [next_kept(page, kept) for _ in range(2)]
    assert [json.loads(message)["action"]["type"] for message in sent] == ["play", "resign"]
    page.locator("#result-title").wait_for()
    assert table.differences() == []


def wait_for_kept(page: Page, kept: list[Line], count: int = 1) -> None:
    """Wait until so many messages are held back; meanwhile the lines are served."""

    def is_there() -> bool:
        page.wait_for_timeout(0)
        return len(kept) >= count

    wait_until(is_there)


def next_kept(page: Page, kept: list[Line]) -> str | bytes:
    """Wait for the next message that is held back, let it go, and return it."""
    wait_for_kept(page, kept)
    _, server, message = kept.pop(0)
    server.send(message)
    return message


def test_a_page_that_must_reload_does_so_but_not_for_ever(visitors: Visitors) -> None:
    page = visitors.own()
    page.add_init_script(f"Date.now = () => {time.time_ns() // 1_000_000};")  # both within the same ten seconds
    lines: list[WebSocketRoute] = []

    def route(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket(LIVE, route)
    open_solo(page)
    expect(page.locator("#match")).to_have_attribute("data-connection", "open")
    page.evaluate("window.before = true")
    lines[-1].send(json.dumps({"type": "reload"}))
    page.wait_for_function("() => window.before === undefined")  # bare, it would be an eval
    expect(page.locator("#match")).to_have_attribute("data-connection", "open")
    page.evaluate("window.before = true")
    lines[-1].send(json.dumps({"type": "reload"}))
    lines[-1].send(json.dumps({"type": "frame", "seq": 0, "content": WORD}))
    expect(page.locator("#hint")).to_have_text("Somebody has come")
    assert page.evaluate("window.before"), "it loads itself over and over"


def test_what_is_played_before_the_first_frame_waits_for_it(visitors: Visitors) -> None:
    page = visitors.own()
    table = solo_from(page, RECORD)
    action, late, opened_again = choice(table, 0), list[tuple[WebSocketRoute, str | bytes]](), False

    def route(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        server.on_message(lambda said: line.send(said) if opened_again else late.append((line, said)))

    page.route_web_socket(LIVE, route)
    page.reload()
    play(table, action)
    page.wait_for_timeout(0)
    assert table.seq == 0 and page.locator("#match").get_attribute("data-connection") == "opening"
    opened_again = True
    for line, said in late:
        line.send(said)
    table.after(0)
    expect(page.locator("#toast")).to_be_empty()
