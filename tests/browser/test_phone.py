"""The table on small screens: everything can be read, reached and explained, however crowded it is."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, ViewportSize, expect

from app.base.i18n import LANGUAGES
from engine import cards
from tests.support.browser import Visitors
from tests.support.cases import case
from tests.support.positions import hotseat_from, record_of, side
from tests.support.smallest import NUMBER, TEXT, sizes
from tests.support.table import MatchPage
from tools.feel.board import crowded_record
from tools.rig.server import ServerProcess

SMALL: ViewportSize = {"width": 360, "height": 640}
SIDEWAYS: ViewportSize = {"width": 640, "height": 360}
LARGER: ViewportSize = {"width": 390, "height": 844}
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
# The creatures whose name lies over one of their numbers.
OVERLAID = """() => [...document.querySelectorAll("#table .creature")].filter((creature) => {
  const name = creature.querySelector(".card-name > span").getBoundingClientRect();
  return [...creature.querySelectorAll(".card-attack, .card-health")].some((number) => {
    const { left, right, top, bottom } = number.getBoundingClientRect();
    return left < name.right && name.left < right && top < name.bottom && name.top < bottom;
  });
}).map((creature) => creature.dataset.name)"""
# Whether the middle of each mark of a card is seen, not a card that lies over it.
MARKS = """(held) => [...held.querySelectorAll(".card-cost, .card-attack, .card-health, .card-hp")].every((mark) => {
  const { left, top, width, height } = mark.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return left >= 0 && left + width <= innerWidth + 1 && there?.closest(".held") === held;
})"""

# A finger comes down on a creature and scrolls: by small steps, or the browser takes it over. To hold takes 420 ms.
SCROLLS = """async (how) => {
  const creature = document.querySelector("#table .creature");
  const tell = (type, clientY) => creature.dispatchEvent(
    new PointerEvent(type, { pointerType: "touch", isPrimary: true, bubbles: true, clientX: 50, clientY }));
  tell("pointerdown", 200);
  if (how === "cancel") tell("pointercancel", 200);
  if (how === "creep") for (const y of [203, 206, 209, 212]) tell("pointermove", y);
  await new Promise((resolve) => setTimeout(resolve, 500));
  return !document.getElementById("inspect").hidden;
}"""

# Parts of the page of a match on which two taps would zoom.
ZOOMING = """() => {
  const calm = (part) => ["manipulation", "none"].includes(getComputedStyle(part).touchAction);
  const within = (part) => part && (calm(part) || within(part.parentElement));
  return [...document.querySelectorAll("body *")].filter((part) => part.getClientRects().length && !within(part))
    .map((part) => part.outerHTML.slice(0, 80));
}"""

# The names of creatures that have more than one line, or do not fit in their place.
CUT_NAMES = """() => [...document.querySelectorAll("#table .creature .card-name")].map((name) => {
  const [room, text] = [name, name.firstElementChild].map((element) => element.getBoundingClientRect());
  const line = parseFloat(getComputedStyle(name).fontSize);
  const fits = text.left >= room.left - 1 && text.right <= room.right + 2 && text.height < 1.5 * line;
  return fits ? "" : name.textContent;
}).filter(Boolean)"""


def _box(locator: Locator) -> dict[str, float]:
    box = locator.bounding_box()
    assert box is not None
    x, y, width, height = box["x"], box["y"], box["width"], box["height"]
    return {"x": x, "y": y, "width": width, "height": height, "bottom": y + height, "right": x + width}


def _apart(one: Locator, other: Locator) -> bool:
    a, b = _box(one), _box(other)
    return a["bottom"] <= b["y"] or b["bottom"] <= a["y"] or a["right"] <= b["x"] or b["right"] <= a["x"]


# The page knows of the notch now: the browser sends that in its own time.
LOWERED = "(top) => document.querySelector('.match-header').getBoundingClientRect().top >= top"


def _keeps_clear_of_notches(page: Page, viewport: ViewportSize) -> None:
    """Check that nothing lies under a notch or the bar of the system."""
    side_inset = 44 if viewport is SIDEWAYS else 0
    insets = {"top": 30, "left": side_inset, "right": side_inset, "bottom": 21}
    line = page.context.new_cdp_session(page)
    line.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    first, attack = page.locator("[data-own] .held").first, page.locator("#attack")
    page.wait_for_function(LOWERED, arg=insets["top"])
    MatchPage(page).settle()
    assert min(_box(first)["x"], _box(page.locator(".bar-near"))["x"]) >= side_inset
    assert _box(attack)["right"] <= viewport["width"] - side_inset
    assert max(_box(first)["bottom"], _box(attack)["bottom"]) <= viewport["height"] - insets["bottom"]
    for button, panel in (("#log-button", "#log"), ("#menu-button", "#menu")):
        page.locator(button).click()
        page.locator(panel).wait_for()
        box = _box(page.locator(panel))
        assert box["y"] >= _box(page.locator(".match-header"))["bottom"] - 1
        assert box["right"] <= viewport["width"] - side_inset
        page.keyboard.press("Escape")
    line.send("Emulation.setSafeAreaInsetsOverride", {"insets": {}})


def test_seven_creatures_in_each_lane_can_be_read_and_nothing_lies_under_a_notch(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True)
    for viewport in (SMALL, SIDEWAYS):
        page.set_viewport_size(viewport)
        hotseat_from(page, crowded_record())
        smallest = sizes(page)
        assert smallest.text >= TEXT
        assert smallest.number >= NUMBER
        tiles = page.evaluate(TILES)
        assert len(tiles) == 28
        assert [tile for tile in tiles if not (tile["inside"] and tile["parts"])] == []
        _keeps_clear_of_notches(page, viewport)
    page.set_viewport_size(LARGER)
    table = hotseat_from(page, crowded_record())
    page.evaluate("() => { document.documentElement.style.fontSize = '150%'; }")
    for lane in ("#realm-A-top", "#realm-B-bottom"):
        for creature in page.locator(f"{lane} .creature").all()[::3]:
            creature.tap()  # is scrolled to where its lane has no room
            expect(page.locator("#inspect")).to_contain_text(creature.get_attribute("data-name") or "?")
            page.locator(".inspect-card").tap()
            expect(page.locator("#inspect")).to_be_hidden()
    expect(table.attack).to_be_in_viewport(ratio=1)


def _longest(language: str) -> list[str]:
    """Return creatures by the length of their names in a language, the longest first."""
    names = LANGUAGES[language].cards
    creatures = [slug for slug, card in cards.ALL.items() if card.is_creature]
    return sorted(creatures, key=lambda slug: -len(names.get(slug, cards.ALL[slug].name)))


def test_the_longest_names_are_on_one_line_beside_a_hand_of_sixteen(visitors: Visitors, site: ServerProcess) -> None:
    page = visitors.visitor(phone=True)
    for language in ("en", "es", "fr"):
        longest = _longest(language)
        near, far, hand = (" ".join(longest[start : start + count]) for start, count in ((0, 7), (7, 7), (14, 15)))
        page.context.add_cookies([{"name": "language", "value": language, "url": site.url}])
        table = hotseat_from(page, record_of(side(f"* {hand}", top=near), side("* reptile", top=far)))
        expect(page.locator("html")).to_have_attribute("data-language", language)
        expect(page.locator("#table .creature")).to_have_count(14)
        for width in (360, 390):
            page.set_viewport_size({"width": width, "height": 640})
            table.settle()
            with case(f"{language} {width}"):
                assert page.evaluate(CUT_NAMES) == []
                assert sizes(page).text >= TEXT


def test_names_are_whole_and_the_room_of_a_lane_follows_what_stands_there(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True, viewport=SMALL)
    near = side("* gnome grrr", top="machine troll ogre", bottom="alpha abomination")
    hotseat_from(page, record_of(near, side("* zombie", top="lieutenant revenant", bottom="carapace")))
    expect(page.locator(".creature-falls")).not_to_have_count(0)
    assert {"Lieutenant", "Carapace"}.isdisjoint(page.evaluate(CUT_NAMES))
    assert page.evaluate(OVERLAID) == []
    hotseat_from(page, record_of(side("* boom", top="gnome ogre troll"), side("* reptile", top=SEVEN)))
    near_box, far_box = (_box(page.locator(f"#realm-{seat}-top")) for seat in "AB")
    assert far_box["height"] > 1.5 * near_box["height"]
    assert abs(_box(page.locator("#realm-A-bottom"))["bottom"] - near_box["bottom"]) < 1


def test_a_tap_explains_a_creature_and_lays_out_a_hand(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True, viewport=SMALL)
    table = hotseat_from(page, record_of(side(HELD, top="gnome troll"), side("* reptile", top="grrr lieutenant")))
    assert page.evaluate(ZOOMING) == []
    panel, spread = page.locator("#inspect"), page.locator("#spread")
    for held in page.locator("[data-own] .held-standing, [data-own] .held-fortress").all():
        assert held.evaluate(MARKS), held.inner_text()  # of twelve cards, those that can be played
    for seat, name in (("A", "Troll"), ("B", "Lieutenant")):
        creature = table.creature(seat, "top", 1)
        creature.tap()
        expect(panel).to_contain_text(name)
        expect(panel).to_be_visible()  # it has its words before it has its place
        assert _apart(panel, table.attack)
        assert _apart(panel, creature)
        panel.locator(".inspect-card").tap()
        expect(panel).to_be_hidden()
    page.locator(".seat-far .held").first.tap()
    expect(spread.locator(".card")).to_have_count(2)
    assert _apart(spread, table.attack)
    page.locator(".seat-far .held").first.tap()
    expect(spread).to_be_hidden()
    page.locator("[data-own] .held").last.tap(position={"x": 3, "y": 20}, force=True)
    expect(spread.locator(".card")).to_have_count(13)
    spread.locator("[data-card='troll']").tap()
    expect(panel).to_contain_text("Troll")
    expect(panel.locator(".inspect-words > *")).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(spread).to_be_visible()
    page.keyboard.press("Escape")  # each ends one thing
    for secret in (spread.locator("> *"), panel.locator(".inspect-card > *, .inspect-words > *")):
        expect(secret).to_have_count(0)  # the next player, at one device, must not find them
    assert [page.evaluate(SCROLLS, how) for how in ("hold", "creep", "cancel")] == [True, False, False]
    # With a card picked, a tap on its target plays it.
    table.held(0).tap(position={"x": 12, "y": 40})
    before = table.seq
    table.creature("B", "top", 0).tap()
    table.after(before)
    expect(panel).to_be_hidden()
