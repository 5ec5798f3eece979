"""The automaton's turn as players follow it: cards held up with lane and mana, what fizzles, what its pile loses."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.browser import PHONE, SIDEWAYS, Visitors
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


Seen = list[list[str | int]]
QUICK = record_of(side("* baron gnome", bottom="grrr"), automaton("brute boom meteorite scribe"), mode="solo")


def watched(table: MatchPage) -> Seen:
    """Attack, and return what was shown until it is the player's turn again or the match is over."""
    table.settle()
    table.hurry()
    table.page.evaluate(WATCH)
    before = table.seq
    table.attack.click()
    table.reach(before + 1)
    table.settle()
    seen: Seen = table.page.evaluate("window.seen")
    return seen


def of(kind: str, seen: Seen) -> Seen:
    return [entry[1:] for entry in seen if entry[0] == kind]


def test_each_card_is_held_up_with_its_lane_and_the_mana_counted(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True, motion=True)
    for size in (PHONE, SIDEWAYS):
        page.set_viewport_size(size)
        table = solo_from(page, QUICK)
        seen = watched(table)
        # The Grrr takes one card off the pile first; the mana is 6 and 1 for the Grrr.
        assert of("lost", seen) == [["brute"]]
        *words, wide = zip(*of("reveal", seen), strict=True)
        assert words == [
            ("Mountain lane", "Wave lane", "Mountain lane"),
            ("0 of 7 mana", "5 of 7 mana", "all 7 mana spent"),
        ]
        assert min(map(int, wide)) >= 90  # pixels: large enough to be read
        assert of("fizzle", seen) == [["Boom! finds no target"]]
        assert table.differences() == []
    table = solo_from(page, QUICK)
    table.hold(".reveal")
    table.attack.click()
    page.locator(".reveal").wait_for()
    expect(page.locator("#caption")).to_contain_text("The automaton reveals")
    page.locator(".skip").dblclick()
    table.after(0)
    expect(page.locator(".reveal")).to_have_count(0)
    assert table.differences() == []


def test_a_fallen_bastion_a_new_pile_and_the_last_turn_of_2021_are_announced(visitors: Visitors) -> None:
    page = visitors.visitor(motion=True)
    cards = automaton("zombie gnome", "scribe troll ogre", top="brute")
    table = solo_from(page, record_of(side("* baron shaman"), cards, mode="solo"))
    banners = [text for (text,) in of("banner", watched(table))]
    fallen = banners.index("The automaton's Bastion falls!")
    assert banners[fallen + 1] == "The discard pile becomes a new pile of 3 cards"
    cards = automaton("zombie", top="brute", fortress="fort")
    last = record_of(side("* baron shaman", bottom="troll"), cards, mode="solo", edition="2021")
    assert ["The pile is empty: the automaton has one last turn"] in of("banner", watched(solo_from(page, last)))
