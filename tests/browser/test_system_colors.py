"""Colours that the reader's system chooses, and more contrast: the pieces stay distinct."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.browser import PHONE, Visitors, serious_problems
from tests.support.positions import hotseat_from, record_of, side

# Letters in percent, and a width that is no phone's yet: breakpoints are in the reader's letters.
SIZES = ((150, 1280), (200, 1920))
# The colours of elements as they are drawn: of their text, their ground and their border or outline.
LOOKS = """(selector) => [...document.querySelectorAll(selector)].map((element) => {
  const look = getComputedStyle(element);
  const { color, backgroundColor, borderTopWidth, borderTopStyle, outlineStyle, outlineWidth } = look;
  const outlined = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  const bordered = borderTopStyle !== "none" && parseFloat(borderTopWidth) >= 1;
  return { color, ground: backgroundColor, outlined, bordered };
})"""

GEM = """(gem) => {
  const { forcedColorAdjust, backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(gem);
  return [forcedColorAdjust, backgroundColor, backgroundImage, opacity, filter];
}"""


def _looks(page: Page, selector: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = page.evaluate(LOOKS, selector)
    assert found, selector
    return found


def _problems(page: Page) -> list[str]:
    """Return what axe finds but for contrast: it does not see the plate that the browser lays under each text."""
    return [problem for problem in serious_problems(page) if not problem.startswith("color-contrast")]


def test_with_forced_colours_buttons_have_edges_and_the_table_keeps_numbers_gems_and_marks(visitors: Visitors) -> None:
    record = record_of(side("* zombie troll boom", top="ogre"), side("* treant giant", top="gnome"), mana=4)
    page = visitors.visitor(forced_colors="active")
    for path in ("/", "/solo"):
        page.goto(path)
        expect(page.locator("h1")).to_be_visible()
        assert all(look["bordered"] for look in _looks(page, "main .button:not(.button-quiet)"))
    assert _problems(page) == []
    table = hotseat_from(page, record)
    assert page.evaluate("() => matchMedia('(forced-colors: active)').matches")
    for number in (".card-cost", ".card-attack", ".card-health", ".card-hp"):
        assert all(look["color"] != look["ground"] for look in _looks(page, f"#table {number}")), number
    assert all(look["bordered"] for look in _looks(page, "#attack"))
    page.locator("#hand-A [data-name='Zombie']").click()
    assert _looks(page, "#hand-A [aria-pressed='true']")[0]["outlined"]
    assert all(look["outlined"] for look in _looks(page, ".berth[data-open]"))
    page.locator("#realm-A-bottom .berth[data-open]").first.click()
    expect(page.locator("#realm-A-bottom [data-name='Zombie']")).to_be_visible()
    table.after(0)  # the answer brings new gems
    full, spent = (page.locator(gem).first.evaluate(GEM) for gem in (".gem-full", ".gem:not(.gem-full)"))
    assert full[0] == spent[0] == "none", "gems keep their own colours"
    assert full != spent, "mana that is left, and mana that is spent"
    assert _problems(page) == []


def test_more_contrast_and_larger_letters_hold(visitors: Visitors) -> None:
    page = visitors.visitor(contrast="more")
    for percent, width in SIZES:
        page.set_viewport_size({"width": width, "height": 900})
        page.goto("/")
        page.evaluate("(percent) => { document.documentElement.style.fontSize = `${percent}%`; }", percent)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    record = record_of(side("* zombie troll boom ogre treant", top="ogre"), side("* giant", top="gnome"))
    table = hotseat_from(page, record)
    for percent, width in SIZES:
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate("(percent) => { document.documentElement.style.fontSize = `${percent}%`; }", percent)
        table.settle()  # the hand and the lanes are measured
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        hand, log = page.locator("#hand-A").bounding_box(), page.locator("#log-panel").bounding_box()
        assert hand is not None
        assert log is None or hand["x"] + hand["width"] <= log["x"] + 1
        page.locator("#menu-button").click()
        expect(page.locator("#menu")).to_be_visible()
        assert page.evaluate("() => document.querySelector('#menu').getBoundingClientRect().right <= innerWidth")
        page.keyboard.press("Escape")
    expect(table.attack).to_be_in_viewport()
    assert serious_problems(page) == []


def test_with_the_browsers_own_letters_twice_as_large_nothing_is_too_wide_for_a_phone(visitors: Visitors) -> None:
    page = visitors.own()
    page.set_viewport_size(PHONE)
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    learn, make = ("/rules", "/learn/marks", "/cards/ogre"), ("/decks", "/designer/new", "/build-a-bot")
    for path in ("/", "/new", "/solo", *learn, *make):
        page.goto(path)
        expect(page.locator("h1")).to_be_visible()
        assert page.evaluate("() => getComputedStyle(document.documentElement).fontSize") == "32px"
        assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"], path
