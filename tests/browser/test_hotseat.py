"""Two at one device: matches with a cover between the turns, and nobody's hand in the page for the other."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.support.browser import Visitors, serious_problems
from tests.support.held_back import LIVE, cut
from tests.support.positions import hotseat_from, record_of, side
from tests.support.table import MatchPage, menu, posted

TURNS = 4  # whole matches are looked through in tests/app/matches/play/test_hotseat.py


def sit_down(page: Page, **choices: str) -> MatchPage:
    """Begin a hot seat of Ann, who starts, and Bob; `choices` are fields of the form."""
    fields = {"mode": "hotseat", "format": "preconstructed", "first": "me", "name": "Ann", "second_name": "Bob"}
    page.goto(posted(page, "/new", **{**fields, **choices}))
    return MatchPage(page, 5)


def cover(page: Page, name: str) -> None:
    """Check that the page waits for somebody behind its cover."""
    expect(page.locator("#cover-title")).to_have_text(f"Pass the device to {name}")


def secrets(page: Page) -> dict[str, str]:
    """Return the cards of the open hand that the log has not named: name by slug."""
    log = MatchPage(page).log
    cards = page.locator("[data-own] .held:not(.held-fortress)")
    found: dict[str, str] = {}
    for held in cards.all():
        slug, name = held.locator("[data-card]").get_attribute("data-card"), held.get_attribute("data-name")
        if slug and name and name not in log:
            found[slug] = name
    return found


def found_in(page: Page, cards: dict[str, str]) -> list[str]:
    """Return those of these cards that the whole page names, by slug or by name."""
    html = re.sub(r"<template.*?</template>", "", page.content(), flags=re.DOTALL)
    named = [name for name in cards.values() if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", html)]
    return named + [slug for slug in cards if re.search(rf"(?<![\w#-]){slug}(?![\w-])", html)]


def test_a_match_never_shows_the_other_hand_and_ends_in_an_agreed_draw(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True, motion=True)
    table = sit_down(page)
    hands: dict[str, dict[str, str]] = {"A": {}, "B": {}}
    cover(page, "Ann")
    assert serious_problems(page) == []
    expect(page.locator("#cover-title")).to_be_focused()
    for turn in range(1, TURNS + 1):
        for hand in hands.values():
            log = table.log
            assert found_in(page, {slug: name for slug, name in hand.items() if name not in log}) == []
        assert page.locator(".hand .card-creature, .hand .card-incantation").count() == 0
        page.locator("#lift").click()
        table.attack.wait_for()
        table.hurry(10)
        seat, other = ("A", "B") if table.seat == "A" else ("B", "A")
        assert found_in(page, hands[other]) == []
        table.turn(1)
        cover(page, "Bob" if seat == "A" else "Ann")
        hands = {seat: {}, other: hands[other]}
        if turn < 3:
            page.locator("#lift").click()
            table.attack.wait_for()
            hands[other] = secrets(page)
            assert len(hands[other]) > 2
            page.reload()
            cover(page, "Bob" if other == "B" else "Ann")
    page.locator("#lift").click()
    table.attack.wait_for()
    # Words and pictures of a card do not stay for the next player (nor a hand laid out: test_phone.py).
    page.locator("[data-own] .held:not(.held-standing):not(.held-fortress)").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).not_to_be_empty()
    shown = page.locator("#inspect .inspect-card > *, #inspect .inspect-words > *")
    page.locator("#table .creature").first.tap()
    expect(shown).not_to_have_count(0)
    before = table.seq
    table.attack.focus()
    page.keyboard.press("Enter")  # which closes neither by itself
    table.after(before)
    expect(page.locator("#cover-title")).to_be_visible()
    expect(page.locator("#toast")).to_be_empty()
    expect(shown).to_have_count(0)
    page.locator("#lift").click()
    table.attack.wait_for()
    menu(page, "Agree to a draw", sure=False)
    expect(page.get_by_text("Do you both agree to a draw?")).to_be_visible()
    page.get_by_role("button", name="Yes, do it").click()
    expect(page.locator("#result-title")).to_have_text("A draw")
    page.get_by_role("button", name="Play again").click()
    cover(page, "Ann")


def test_decks_are_built_and_champions_chosen_one_after_the_other_behind_a_cover(visitors: Visitors) -> None:
    page, lines = visitors.own(phone=True), list[WebSocketRoute]()

    def route(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket(LIVE, route)
    sit_down(page, format="constructed", champions="optional")
    lift = page.locator("#lift")
    for name in ("Ann", "Bob"):
        cover(page, name)
        expect(page.locator("#deck-panel")).to_have_count(0)
        expect(page.locator("#prepare-body [data-card]")).to_have_count(0)
        lift.tap()
        expect(page.locator("#hand-in")).to_be_disabled()  # the deck is empty
        page.locator("#found .pick").first.tap()
        expect(page.locator(".deck-line")).to_have_count(1)
        cut(page, lines)
        page.locator("#match[data-connection=open]").wait_for()
        expect(page.locator(".deck-line")).to_have_count(1)  # behind a cover it would be gone
        page.get_by_role("button", name="Fill at random").tap()
        expect(page.locator("#deck-panel .verdict-legal")).to_be_visible()
        page.locator("#hand-in").tap()
    page.locator("#no-champion").tap()  # the builder of the second deck goes straight on to the Champions
    cover(page, "Ann")
    lift.tap()
    page.locator("#found .pick").first.tap()
    page.locator("#choose-champion").tap()
    page.locator("#table").wait_for()
    assert page.locator(".champion-seat .card").count() == 0  # one of them did not want any


# The creatures that the closer look lies over.
UNDER_LOOK = """() => {
  const look = document.getElementById("inspect").getBoundingClientRect();
  return [...document.querySelectorAll("#table .creature")].filter((creature) => {
    const { left, top, right, bottom } = creature.getBoundingClientRect();
    return left < look.right - 1 && right > look.left + 1 && top < look.bottom - 1 && bottom > look.top + 1;
  }).map((creature) => creature.dataset.name);
}"""


def test_a_closer_look_lies_beside_the_table_and_hides_no_creature(visitors: Visitors) -> None:
    page = visitors.visitor()
    lanes = {"top": "aberration abomination alpha assassin baron brigand brute"}
    lanes["bottom"] = "grrr lieutenant machine ogre partisan reptile revenant"
    table = hotseat_from(page, record_of(side("* boom", **lanes), side("* gnome", **lanes)))
    expect(page.locator("#table .creature")).to_have_count(28)
    # Put away before it had its place, it keeps nothing for the next player either.
    late: list[Route] = []
    page.route("**/panel_position*", lambda route: late.append(route))
    with page.expect_request("**/panel_position*"):
        table.creature("A", "top", 0).hover()
    page.keyboard.press("Escape")
    with page.expect_response("**/panel_position*"):
        for route in late:
            route.continue_()
    page.unroute_all()
    table.settle()
    assert page.locator("#inspect .inspect-card > *").count() == 0
    page.mouse.move(2, 2)
    for width, height in ((1280, 800), (1440, 900), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        table.settle()
        for seat, lane in (("A", "top"), ("B", "bottom")):
            creature = table.creature(seat, lane, 3)
            creature.hover()
            expect(page.locator("#inspect")).to_contain_text(creature.get_attribute("data-name") or "?")
            expect(page.locator("#inspect")).to_be_visible()  # it has its words before it has its place
            assert page.evaluate(UNDER_LOOK) == [], (width, seat)
            page.mouse.move(2, 2)
            expect(page.locator("#inspect")).to_be_hidden()
