"""The automaton's turn as one can follow it: cards held up with lane and mana, what fizzles, what its pile loses."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import SIDEWAYS, Visitors
from tests.support.positions import automaton, record_of, side, solo_from
from tests.support.table import MatchPage

# Writes down what comes up on the effects layer: each revealed card with the texts under it, laid out cards, banners.
WATCH = """() => {
  window.seen = [];
  const texts = (node) => [...node.querySelectorAll("p")].map((line) => line.textContent.trim());
  new MutationObserver((changes) => {
    for (const change of changes) {
      for (const node of change.addedNodes) {
        if (node.nodeType !== 1) continue;
        if (node.matches(".reveal-fizzle")) seen.push(["fizzle", node.textContent]);
        else if (node.matches(".reveal") && !("noted" in node.dataset)) {
          node.dataset.noted = "";
          seen.push(["reveal", ...texts(node), node.offsetWidth]);
        }
        else if (node.matches(".lost") && !("noted" in node.dataset)) {
          node.dataset.noted = "";
          seen.push(["lost", node.querySelector("[data-card]").dataset.card]);
        }
        else if (node.matches(".headline")) seen.push(["banner", node.textContent]);
      }
    }
  }).observe(document.getElementById("fx"), {childList: true, subtree: true});
}"""

CUT = """() => {
  const {socket} = document.getElementById("match")._htmx.ws.connection;
  socket.dispatchEvent(new CloseEvent("close", {code: 1006}));
}"""


def watched(table: MatchPage) -> list[list[Any]]:
    """Attack, and what was shown until it is one's turn again."""
    table.settle()
    table.hurry()
    table.page.evaluate(WATCH)
    before = table.seq
    table.attack.click()
    table.reach(before + 1)
    table.settle()
    seen: list[list[Any]] = table.page.evaluate("window.seen")
    return seen


def of(kind: str, seen: list[list[Any]]) -> list[list[Any]]:
    return [entry[1:] for entry in seen if entry[0] == kind]


@pytest.mark.parametrize("shape", [{"phone": True}, {"viewport": SIDEWAYS}], ids=["phone", "sideways"])
def test_each_card_is_held_up_with_its_lane_and_the_mana_counted(visitors: Visitors, shape: dict[str, Any]) -> None:
    record = record_of(side("* baron gnome", bottom="grrr"), automaton("brute boom meteorite scribe"), mode="solo")
    table = solo_from(visitors.visitor(motion=True, **shape), record)
    seen = watched(table)
    reveals = of("reveal", seen)
    # The Grrr takes one card off the pile first; the mana is 6 and 1 for the Grrr.
    assert of("lost", seen) == [["brute"]]
    assert [reveal[:2] for reveal in reveals] == [
        ["Mountain lane", "0 of 7 mana"],
        ["Wave lane", "5 of 7 mana"],
        ["Mountain lane", "all 7 mana spent"],
    ]
    assert all(reveal[2] >= 90 for reveal in reveals)  # pixels: large enough to be read
    assert of("fizzle", seen) == [["Boom! finds no target"]]
    assert table.differences() == []


def test_a_fallen_bastion_and_a_new_pile_are_narrated(visitors: Visitors) -> None:
    cards = automaton("zombie gnome", "scribe troll ogre", top="brute")
    table = solo_from(visitors.visitor(motion=True), record_of(side("* baron shaman"), cards, mode="solo"))
    banners = [text for (text,) in of("banner", watched(table))]
    fallen = banners.index("The automaton's Bastion falls!")
    assert banners[fallen + 1] == "The discard pile becomes a new pile of 3 cards"
    assert table.differences() == []


def test_the_last_turn_of_2021_is_announced(visitors: Visitors) -> None:
    cards = automaton("zombie", top="brute", fortress="fort")
    mine = side("* baron shaman", bottom="troll")
    page = visitors.visitor(motion=True)
    table = solo_from(page, record_of(mine, cards, mode="solo", edition="2021"))
    table.settle()
    table.hurry()
    page.evaluate(WATCH)
    table.attack.click()
    page.locator("#result-title").wait_for()
    banners = [text for (text,) in of("banner", page.evaluate("window.seen"))]
    assert "The pile is empty: the automaton has one last turn" in banners


def test_it_can_be_skipped(visitors: Visitors) -> None:
    page = visitors.visitor(motion=True)
    table = solo_from(page, record_of(side("* baron gnome"), automaton("brute boom meteorite scribe"), mode="solo"))
    table.settle()
    table.hold(".reveal")
    table.attack.click()
    page.locator(".reveal").wait_for()
    expect(page.locator("#caption")).to_contain_text("The automaton reveals")
    page.locator(".skip").dblclick()
    table.after(0)
    expect(page.locator(".reveal")).to_have_count(0)
    assert table.differences() == []


def test_nothing_is_held_up_where_motion_is_reduced(visitors: Visitors) -> None:
    page = visitors.visitor()
    table = solo_from(page, record_of(side("* baron gnome"), automaton("brute boom meteorite scribe"), mode="solo"))
    assert watched(table) == []
    assert "The automaton reveals Brute for the mountain lane" in table.log


def chips(page: Page) -> list[str]:
    shown = page.locator("#pile-rules .rule-chip")
    return [shown.nth(n).inner_text().strip() for n in range(shown.count())]


def test_the_options_of_a_custom_game_stay_on_the_table(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/new?preset=solo-10")
    page.get_by_role("button", name="Start").click()
    page.locator("#table").wait_for()
    table = MatchPage(page)
    table.settle()
    expect(page.locator(".match-what")).to_contain_text("Level 10")
    assert chips(page) == ["10 + 2×", "1", "Protection"]
    page.locator("#pile-rules summary").click()
    expect(page.get_by_text("Attacks are weakened: each one takes just one card off its pile.")).to_be_visible()
    expect(page.get_by_text("All its creatures have Protection.")).to_be_visible()
    page.locator("#pile-rules summary").click()
    table.turn(1)
    assert chips(page) == ["10 + 2×", "1", "Protection"]


def test_what_is_folded_out_stays_so(visitors: Visitors) -> None:
    page = visitors.visitor()
    cards = automaton("brute boom meteorite scribe", discard="troll")
    table = solo_from(page, record_of(side("* baron gnome"), cards, mode="solo"))
    page.locator("#discard summary").click()
    table.attack.click()
    table.after(0)
    expect(page.locator("#discard .picked-card")).not_to_have_count(1)  # the Boom! finds no target
    expect(page.locator("#discard")).to_have_attribute("open", "")
    # The first frame of a new line brings the whole stage.
    page.evaluate(CUT)
    table.settle()
    expect(page.locator("#discard")).to_have_attribute("open", "")


def test_a_quick_game_has_nothing_to_say_about_itself(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/new?preset=quick-solo")
    page.get_by_role("button", name="Start").click()
    page.locator("#table").wait_for()
    expect(page.locator("#pile-rules")).to_have_count(0)
