"""A player's own move shows before the server has answered, and goes back only if it refuses."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.support.browser import Visitors
from tests.support.positions import automaton, record_of, side, solo_from
from tests.support.table import MatchPage, open_match

Line = tuple[WebSocketRoute, WebSocketRoute, str | bytes]
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


def held_back(page: Page) -> list[Line]:
    """Keep the actions that the page sends from now on: the page's line, the server's, the message."""
    kept: list[Line] = []

    def route(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def said(message: str | bytes) -> None:
            if "action" in json.loads(message):
                kept.append((line, server, message))
            else:
                server.send(message)

        line.on_message(said)

    page.route_web_socket(re.compile(r"/match/[\w-]+/live\?"), route)
    return kept


def opened(visitors: Visitors, **options: Any) -> tuple[MatchPage, list[Line]]:
    """Return a solo game with a line that keeps its actions."""
    page = visitors.visitor(**options)
    kept = held_back(page)
    page.add_init_script("window.prefs?.set('speed', '4')")
    return solo_from(page, RECORD), kept


def choice(table: MatchPage, place: int) -> dict[str, Any]:
    """Return the first thing that may be done with the card at a place of the hand."""
    return next(one["action"] for one in table.choices() if one["action"].get("hand") == place)


def play(table: MatchPage, action: dict[str, Any]) -> None:
    table.held(action["hand"]).click(position={"x": 12, "y": 40})
    table.goal(action).click(position={"x": 16, "y": 24})


def refuse(line: WebSocketRoute) -> None:
    """Answer as the server does to what is not legal."""
    toast = '<p id="toast" hx-swap-oob="outerMorph" class="toast" role="alert">Not now</p>'
    line.send(json.dumps({"error": "Not now", "code": "not_legal", "content": toast}))


def test_a_card_lies_in_its_slot_before_the_answer(visitors: Visitors) -> None:
    table, kept = opened(visitors, motion=True)
    action = choice(table, 0)
    row = table.page.locator(f"#realm-A-{action['lane']} .creature")
    before = row.count()
    play(table, action)
    expect(row).to_have_count(before + 1)
    expect(row.last).to_contain_text("Zombie")
    expect(table.page.locator("#hand-A .held")).to_have_count(3)
    expect(table.page.locator("#mana-A .gem-full")).to_have_count(8)
    expect(table.page.locator("#match")).to_have_attribute("data-busy", "")
    ((_, server, message),) = kept
    table.page.evaluate(FLIGHTS)
    server.send(message)
    table.after(0)
    assert table.page.evaluate("window.flown") == 0
    assert table.differences() == []


def test_an_incantation_is_aimed_before_the_answer(visitors: Visitors) -> None:
    table, kept = opened(visitors, motion=True)
    action = choice(table, 1)
    play(table, action)
    expect(table.page.locator("#fx .spell")).to_contain_text("Boom!")
    expect(table.page.locator("#mana-A .gem-full")).to_have_count(8)
    ((_, server, message),) = kept
    server.send(message)
    table.after(0)
    expect(table.page.locator("#fx .spell")).to_have_count(0)
    assert table.differences() == []


def test_what_is_refused_goes_back_with_the_sentence(visitors: Visitors) -> None:
    table, kept = opened(visitors, motion=True)
    page = table.page
    for place in (0, 1):
        play(table, choice(table, place))
        expect(page.locator("#mana-A .gem-full")).to_have_count(8)
        line, _, _ = kept.pop()
        refuse(line)
        expect(page.locator("#toast")).to_have_text("Not now")
        expect(page.locator("#hand-A .held")).to_have_count(4)
        expect(page.locator("#mana-A .gem-full")).to_have_count(9)
        expect(page.locator("#match")).not_to_have_attribute("data-busy", "")
        expect(page.locator("#fx > *")).to_have_count(0)
    assert table.differences() == []


def test_a_lost_line_takes_it_back(visitors: Visitors) -> None:
    table, kept = opened(visitors, motion=True)
    play(table, choice(table, 0))
    expect(table.page.locator("#hand-A .held")).to_have_count(3)
    kept[0][0].close(code=1011)
    expect(table.page.locator("#hand-A .held")).to_have_count(4)
    table.settle()
    assert table.differences() == []


def test_the_attack_button_answers_at_once(visitors: Visitors) -> None:
    table, kept = opened(visitors)
    table.attack.click()
    expect(table.page.locator("html")).to_have_attribute("data-sent", "end_summon")
    ((_, server, message),) = kept
    server.send(message)
    table.reach(1)
    expect(table.page.locator("html")).not_to_have_attribute("data-sent", "end_summon")


def test_attack_pressed_while_a_card_is_on_its_way_follows_it(visitors: Visitors) -> None:
    table, kept = opened(visitors)
    play(table, choice(table, 0))
    table.attack.click()
    table.attack.click()  # twice is once
    expect(table.page.locator("html")).to_have_attribute("data-sent", "end_summon")
    ((_, server, message),) = kept
    server.send(message)
    table.reach(1)
    table.page.wait_for_function("() => document.documentElement.dataset.sent === 'end_summon'")
    kept[1][1].send(kept[1][2])
    table.reach(2)
    table.settle()
    assert len(kept) == 2
    assert table.differences() == []


def test_attack_that_follows_a_refused_card_is_not_sent(visitors: Visitors) -> None:
    table, kept = opened(visitors)
    play(table, choice(table, 0))
    table.attack.click()
    refuse(kept.pop()[0])
    expect(table.page.locator("#match")).not_to_have_attribute("data-busy", "")
    assert kept == []


def test_the_next_card_is_picked_before_the_answer(visitors: Visitors) -> None:
    table, kept = opened(visitors)
    play(table, choice(table, 0))
    gnome = table.page.locator("[data-own] .held[data-name='Gnome']")
    gnome.click(position={"x": 12, "y": 40})
    expect(gnome).to_have_attribute("aria-pressed", "true")
    ((_, server, message),) = kept
    server.send(message)
    table.reach(1)
    expect(gnome).to_have_attribute("aria-pressed", "true")
    table.page.locator("#berth-bottom").click()
    table.page.get_by_role("button", name="Yes, do it").click()  # the Bastion would be in peril
    expect(table.page.locator("#realm-A-bottom .creature")).to_have_count(1)


def test_a_confirmed_resignation_survives_a_lost_line(visitors: Visitors) -> None:
    table, kept = opened(visitors)
    play(table, choice(table, 0))
    page = table.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, do it").click()
    kept.pop()[0].close(code=1011)
    page.wait_for_function("() => document.getElementById('match').hasAttribute('data-busy')")
    ((_, server, message),) = kept
    assert json.loads(message)["action"]["type"] == "resign"
    server.send(message)
    page.locator("#result-title").wait_for()


def test_a_pick_is_on_its_way_before_the_answer(visitors: Visitors) -> None:
    page = visitors.visitor()
    kept = held_back(page)
    match_id = open_match(page, mode="solo", format="draft", seed=3)
    page.goto(f"/match/{match_id}")
    table = MatchPage(page)
    table.settle()
    offer = page.locator(".offer").first
    slug = offer.get_attribute("data-card")
    offer.click()
    expect(page.locator(f"#offer-{slug}")).to_be_hidden()
    ((_, server, message),) = kept
    server.send(message)
    expect(page.locator(f"#picked-A-{slug}")).to_be_visible()
