"""One person plays the automaton: a game in Hebrew, a draft, drag and drop, and what helps one to understand."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from app.base.i18n import gettext, use_language
from engine.cards import ALL
from tests.support.browser import DESKTOP, PHONE, Visitors, serious_problems
from tests.support.positions import automaton, record_of, side, solo_from
from tests.support.table import MatchPage, give_up, leave_controls, open_match, open_solo

LATIN = re.compile("[A-Za-z]+")
TURNS = 4
# The hands, and what the hint speaks of, that it lies over.
COVERED = """() => {
  const {left, top, right, bottom} = document.getElementById("advice").getBoundingClientRect();
  return [...document.querySelectorAll(".hand, [data-advised]")].filter((element) => {
    const box = element.getBoundingClientRect();
    return box.left < right - 1 && box.right > left + 1 && box.top < bottom - 1 && box.bottom > top + 1;
  }).map((element) => element.id);
}"""
UNDER = "([x, y]) => document.elementFromPoint(x, y)?.closest('#inspect') !== null"


def test_a_game_and_another_in_hebrew(visitors: Visitors) -> None:
    code = "he"
    page = visitors.visitor(phone=True, language=code)
    page.goto(f"/match/{open_match(page, mode='solo', seed=2)}")
    table = MatchPage(page)
    for _ in range(TURNS):
        table.turn()
        if table.over:
            break
    if not table.over:
        give_up(table)
    names = " ".join(card.name for card in ALL.values())
    foreign = [word for word in LATIN.findall(table.log) if word not in names]
    assert not foreign
    with use_language(code):
        ends = "|".join(re.escape(gettext(word)) for word in ("Victory!", "Defeat"))
        expect(page.locator("#result-title")).to_have_text(re.compile(rf"^\s*({ends})\s*$"))
        assert table.differences() == []
        page.get_by_role("button", name=gettext("Look at the board")).click()
        expect(page.locator(".result")).to_be_hidden()
        page.get_by_role("button", name=gettext("Result")).click()
        page.get_by_role("button", name=gettext("Play again")).click()
    expect(table.attack).to_be_visible()


def test_a_solo_draft_and_a_hint_until_the_next_play(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True)
    page.goto(f"/match/{open_match(page, mode='solo', format='draft', seed=3)}")
    page.locator("#draft").wait_for()
    table, advice = MatchPage(page), page.locator("#advice")
    table.settle()
    for number in range(8):
        page.locator("button.offer").nth(number % 4).click()
        table.after(number)
    page.locator("#table").wait_for()
    assert table.differences() == []
    page.get_by_role("button", name="Hint").click()
    expect(advice.locator(".advice-play")).to_be_visible()
    expect(advice.locator(".advice-why li").first).to_be_visible()
    expect(page.locator("[data-advised]").first).to_be_attached()  # the card and where it goes, or the button
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)
        table.settle()
        assert page.evaluate(COVERED) == []
    assert serious_problems(page) == []
    advice.get_by_role("button", name="Close the hint").click()
    expect(advice).to_be_hidden()
    expect(page.locator("[data-advised]")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    expect(advice).to_be_visible()
    table.turn(1)
    expect(advice).to_be_hidden()
    assert table.differences() == []


def test_drag_and_drop_and_what_is_not_legal_says_why(visitors: Visitors) -> None:
    table = open_solo(visitors.visitor())
    page, address = table.page, table.page.url
    page.locator(".held[data-place='8']").click(force=True)
    expect(page.locator("#toast")).to_have_text("Only the four leftmost cards of the hand can be played.")
    expect(page.locator("[data-open]")).to_have_count(0)
    action = next(choice["action"] for choice in table.choices() if choice["action"].get("lane") == "top")
    table.held(action["hand"]).click()
    expect(page.locator("[data-open]")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator("[data-open]")).to_have_count(0)
    leave_controls(page)
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
    # The rules open next to the match.
    page.keyboard.press("?")
    panel = page.get_by_role("complementary", name="Rules and keys")
    expect(panel.locator(".chapter").first).to_be_visible()
    assert serious_problems(page) == []
    page.keyboard.press("?")
    expect(panel).to_be_hidden()
    assert page.url == address


def test_a_closer_look_explains_the_abilities_and_is_never_in_the_way(visitors: Visitors) -> None:
    record = record_of(side("* boom ogre", top="troll"), automaton("shaman grrr brute", top="gnome"), mode="solo")
    table = solo_from(visitors.visitor(), record)
    page, panel = table.page, table.page.locator("#inspect")
    page.locator("#hand-A [data-name='Ogre']").hover()
    expect(panel).to_be_visible()
    expect(panel.locator(".inspect-words")).to_have_text(re.compile(r"[\s\S]{31,}"))
    box = panel.bounding_box()
    assert box is not None
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    assert page.evaluate(UNDER, middle)  # its words are links, while one only looks
    page.mouse.move(5, 5)
    expect(panel).to_be_hidden()
    page.locator("#hand-A [data-name='Boom!']").click()
    page.locator("#hand-A [data-name='Ogre']").hover()
    expect(panel).to_be_visible()
    assert not page.evaluate(UNDER, middle)  # while a card is picked, one clicks through the panel
    page.keyboard.press("Escape")
    table.attack.click()
    table.after(0)
    page.locator("#log .line-card", has_text="Troll").first.hover()
    expect(panel.locator("[data-card='troll']")).to_be_visible()
    assert page.evaluate("() => location.pathname").startswith("/match/")
