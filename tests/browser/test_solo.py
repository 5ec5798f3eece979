"""One person plays the automaton: by mouse, by keyboard, by drag and drop."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from app.i18n import gettext, use_language
from engine.cards import ALL
from tests.support.browser import Visitors
from tests.support.table import MatchPage, open_solo

LATIN = re.compile("[A-Za-z]+")
MOST_TURNS = 60


def test_a_whole_game_and_another_in_hebrew(visitors: Visitors) -> None:
    code = "he"
    table = open_solo(visitors.visitor(phone=True, locale=code))
    for _ in range(MOST_TURNS):
        table.turn()
        if table.over:
            break
    assert table.over
    names = " ".join(card.name for card in ALL.values())
    foreign = [word for word in LATIN.findall(table.log) if word not in names]
    assert not foreign
    with use_language(code):
        assert table.page.locator("#result-title").inner_text() in (gettext("Victory!"), gettext("Defeat"))
        assert table.differences() == []
        table.page.get_by_role("button", name=gettext("Look at the board")).click()
        expect(table.page.locator(".result")).to_be_hidden()
        table.page.get_by_role("button", name=gettext("Result")).click()
        table.page.get_by_role("button", name=gettext("Play again")).click()
    expect(table.attack).to_be_visible()


def test_a_solo_draft(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True)
    page.goto("/new?preset=draft-solo")
    page.get_by_role("button", name="Start").click()
    page.locator("#draft").wait_for()
    table = MatchPage(page)
    table.settle()
    for number in range(8):
        page.locator("button.offer").nth(number % 4).click()
        table.after(number)
    page.locator("#table").wait_for()
    assert table.differences() == []
    table.turn(1)


def test_drag_and_drop(visitors: Visitors) -> None:
    table = open_solo(visitors.visitor())
    page = table.page
    table.settle()
    action = next(c["action"] for c in table.choices() if c["action"].get("lane") == "top")
    card, realm = table.held(action["hand"]).bounding_box(), page.locator("#realm-A-top").bounding_box()
    assert card
    assert realm
    page.mouse.move(card["x"] + 20, card["y"] + 30)
    page.mouse.down()
    page.mouse.move(card["x"] + 60, card["y"] - 60, steps=4)
    expect(page.locator(".dragging")).to_be_visible()
    page.mouse.move(10, 10, steps=4)
    page.mouse.up()  # outside of every target: the card goes back
    expect(page.locator(".dragging")).to_have_count(0)
    assert table.seq == 0
    page.mouse.move(card["x"] + 20, card["y"] + 30)
    page.mouse.down()
    page.mouse.move(realm["x"] + 30, realm["y"] + 30, steps=6)
    page.mouse.up()
    table.after(0)
    expect(page.locator("#realm-A-top .creature")).to_have_count(1)


def test_only_what_is_legal_is_offered_and_the_rest_says_why(visitors: Visitors) -> None:
    table = open_solo(visitors.visitor())
    page = table.page
    table.settle()
    page.locator(".held[data-place='8']").click(force=True)
    expect(page.locator("#toast")).to_have_text("Only the four leftmost cards of the hand can be played.")
    assert page.locator("[data-open]").count() == 0
    choice = next(c for c in table.choices() if "lane" in c["action"])
    table.held(choice["action"]["hand"]).click()
    assert page.locator("[data-open]").count() == 2
    page.keyboard.press("Escape")
    assert page.locator("[data-open]").count() == 0


def test_a_closer_look_explains_the_abilities(visitors: Visitors) -> None:
    page = visitors.visitor()
    table = open_solo(page)
    table.settle()
    page.locator("[data-own] .held[data-place]:has([data-ability])").first.hover()
    panel = page.locator("#inspect")
    expect(panel).to_be_visible()
    assert len(panel.locator(".inspect-words").inner_text()) > 30
    page.mouse.move(5, 5)
    expect(panel).to_be_hidden()
