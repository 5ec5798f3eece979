"""The table on small screens: everything can be read, reached and explained, however crowded it is."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from app.i18n import LANGUAGES
from engine import cards
from tests.support.browser import Visitors
from tests.support.positions import hotseat_from, record_of, side
from tests.support.table import MatchPage
from tools.feel.board import crowded_record
from tools.feel.smallest import NUMBER, TEXT, sizes

SMALL = {"width": 360, "height": 640}
SIDEWAYS = {"width": 640, "height": 360}
SEVEN = "aberration abomination alpha assassin baron brigand brute"
HELD = "boom combustion ogre partisan * gnome grrr machine reptile revenant scribe shaman troll"

# Of every creature: its box, its realm's, and what of its tile is outside of it or covered by another creature.
TILES = """() => [...document.querySelectorAll("#table .creature")].map((creature) => {
  const box = (element) => element.getBoundingClientRect();
  const [tile, realm] = [box(creature), box(creature.closest(".realm"))];
  const inside = (rect, room) => rect.left >= room.left - 3 && rect.right <= room.right + 3
    && rect.top >= room.top - 3 && rect.bottom <= room.bottom + 3;
  const seen = (element) => {
    const { left, top, width, height } = box(element);
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return inside(box(element), tile) && there?.closest(".creature") === creature;
  };
  const parts = [...creature.querySelectorAll(".card-attack, .card-health, .card-name")];
  return { name: creature.dataset.name, inside: inside(tile, realm), parts: parts.every(seen) };
})"""
# Whether the middle of each mark of a card is seen, not a card that lies over it.
MARKS = """(held) => [...held.querySelectorAll(".card-cost, .card-attack, .card-health, .card-hp")].every((mark) => {
  const { left, top, width, height } = mark.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return left >= 0 && left + width <= innerWidth + 1 && there?.closest(".held") === held;
})"""

# The names of creatures that have more than one line, or do not fit in their place.
CUT_NAMES = """() => [...document.querySelectorAll("#table .creature .card-name")].map((name) => {
  const [room, text] = [name, name.firstElementChild].map((element) => element.getBoundingClientRect());
  const line = parseFloat(getComputedStyle(name).fontSize);
  const fits = text.left >= room.left - 1 && text.right <= room.right + 2 && text.height < 1.5 * line;
  return fits ? "" : name.textContent;
}).filter(Boolean)"""


def _phone(visitors: Visitors, viewport: dict[str, int]) -> Page:
    return visitors.visitor(phone=True, viewport=viewport)


def _table(visitors: Visitors, a: dict[str, Any], b: dict[str, Any]) -> MatchPage:
    return hotseat_from(_phone(visitors, SMALL), record_of(a, b))


def _box(locator: Locator) -> dict[str, float]:
    box = locator.bounding_box()
    assert box is not None
    x, y, width, height = box["x"], box["y"], box["width"], box["height"]
    return {"x": x, "y": y, "width": width, "height": height, "bottom": y + height, "right": x + width}


def _apart(one: Locator, other: Locator) -> bool:
    a, b = _box(one), _box(other)
    return a["bottom"] <= b["y"] or b["bottom"] <= a["y"] or a["right"] <= b["x"] or b["right"] <= a["x"]


def _keeps_clear_of_notches(page: Page, viewport: dict[str, int]) -> None:
    """Check that nothing lies under a notch or the bar of the system."""
    side_inset = 44 if viewport is SIDEWAYS else 0
    insets = {"top": 30, "left": side_inset, "right": side_inset, "bottom": 21}
    page.context.new_cdp_session(page).send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    first, attack = page.locator("[data-own] .held").first, page.locator("#attack")
    assert _box(page.locator(".match-header"))["y"] >= insets["top"]
    assert min(_box(first)["x"], _box(page.locator(".bar-near"))["x"]) >= side_inset
    assert _box(attack)["right"] <= viewport["width"] - side_inset
    assert max(_box(first)["bottom"], _box(attack)["bottom"]) <= viewport["height"] - insets["bottom"]


@pytest.mark.parametrize("viewport", [SMALL, SIDEWAYS], ids=["upright", "sideways"])
def test_seven_creatures_in_each_lane_can_be_read_and_nothing_lies_under_a_notch(
    visitors: Visitors, viewport: dict[str, int]
) -> None:
    page = hotseat_from(_phone(visitors, viewport), crowded_record()).page
    smallest = sizes(page)
    assert smallest.text >= TEXT
    assert smallest.number >= NUMBER
    tiles = page.evaluate(TILES)
    assert len(tiles) == 28
    assert [tile for tile in tiles if not (tile["inside"] and tile["parts"])] == []
    _keeps_clear_of_notches(page, viewport)


def _longest(language: str) -> list[str]:
    """Return creatures by the length of their names in a language, the longest first."""
    names = LANGUAGES[language].cards
    creatures = [slug for slug, card in cards.ALL.items() if card.is_creature]
    return sorted(creatures, key=lambda slug: -len(names.get(slug, cards.ALL[slug].name)))


@pytest.mark.parametrize("width", [360, 390])
@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_the_longest_names_are_on_one_line_beside_a_hand_of_sixteen(
    visitors: Visitors, language: str, width: int
) -> None:
    longest = _longest(language)
    near, far, hand = (" ".join(longest[start : start + count]) for start, count in ((0, 7), (7, 7), (14, 15)))
    page = visitors.visitor(phone=True, viewport={"width": width, "height": 640}, locale=language)
    page = hotseat_from(page, record_of(side(f"* {hand}", top=near), side("* reptile", top=far))).page
    expect(page.locator("#table .creature")).to_have_count(14)
    assert page.evaluate(CUT_NAMES) == []
    assert sizes(page).text >= TEXT


def test_names_are_whole_next_to_the_sign_of_a_fall(visitors: Visitors) -> None:
    near = side("* gnome grrr", top="machine troll ogre", bottom="alpha abomination")
    page = _table(visitors, near, side("* zombie", top="lieutenant revenant", bottom="carapace")).page
    expect(page.locator(".creature-falls")).not_to_have_count(0)
    assert {"Lieutenant", "Carapace"}.isdisjoint(page.evaluate(CUT_NAMES))


def test_the_room_of_a_lane_follows_what_stands_there(visitors: Visitors) -> None:
    table = _table(visitors, side("* boom", top="gnome ogre troll"), side("* reptile", top=SEVEN))
    near, far = (_box(table.page.locator(f"#realm-{seat}-top")) for seat in "AB")
    assert far["height"] > 1.5 * near["height"]
    assert abs(_box(table.page.locator("#realm-A-bottom"))["bottom"] - near["bottom"]) < 1


def test_of_twelve_cards_in_hand_the_playable_ones_and_the_fortress_are_seen(visitors: Visitors) -> None:
    table = _table(visitors, side(HELD, top="gnome"), side("* reptile", top="grrr"))
    for held in table.page.locator("[data-own] .held-standing, [data-own] .held-fortress").all():
        assert held.evaluate(MARKS), held.inner_text()


def test_a_tap_explains_a_creature_and_leaves_the_next_press_free(visitors: Visitors) -> None:
    table = _table(visitors, side("boom * ogre", top="gnome troll"), side("* reptile", top="grrr lieutenant"))
    panel, attack = table.page.locator("#inspect"), table.attack
    for seat, name in (("A", "Troll"), ("B", "Lieutenant")):
        creature = table.creature(seat, "top", 1)
        creature.tap()
        expect(panel).to_contain_text(name)
        assert _apart(panel, attack)
        assert _apart(panel, creature)
        panel.locator(".inspect-card").tap()
        expect(panel).to_be_hidden()
    # With a card picked, a tap on its target plays it.
    table.held(0).tap()
    before = table.seq
    table.creature("B", "top", 0).tap()
    table.after(before)
    expect(panel).to_be_hidden()


def test_a_tap_on_a_hand_lays_it_out(visitors: Visitors) -> None:
    table = _table(visitors, side(HELD, top="gnome"), side("* reptile", top="grrr"))
    page = table.page
    spread = page.locator("#spread")
    page.locator(".seat-far .held").first.tap()
    expect(spread.locator(".card")).to_have_count(2)
    assert _apart(spread, table.attack)
    page.locator(".seat-far .held").first.tap()
    expect(spread).to_be_hidden()
    page.locator("[data-own] .held").last.tap(position={"x": 3, "y": 20}, force=True)
    expect(spread.locator(".card")).to_have_count(13)
    spread.locator("[data-card='troll']").tap()
    expect(page.locator("#inspect")).to_contain_text("Troll")


@pytest.mark.parametrize("viewport", [{"width": 390, "height": 844}, {"width": 640, "height": 800}])
def test_with_letters_half_as_large_again_everything_is_reached(visitors: Visitors, viewport: dict[str, int]) -> None:
    table = hotseat_from(_phone(visitors, viewport), crowded_record())
    table.page.evaluate("() => { document.documentElement.style.fontSize = '150%'; }")
    for lane in ("#realm-A-top", "#realm-B-bottom"):
        for creature in table.page.locator(f"{lane} .creature").all():
            creature.tap()  # is scrolled to where its lane has no room
            expect(table.page.locator("#inspect")).to_contain_text(creature.get_attribute("data-name") or "?")
            table.page.locator(".inspect-card").tap()
    expect(table.attack).to_be_in_viewport(ratio=1)
