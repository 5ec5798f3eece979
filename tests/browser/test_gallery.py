"""The gallery in a real browser: live filters, by keyboard, on a phone, for everybody."""

import re

from playwright.sync_api import Page, expect

from tests.support.browser import PHONE, Visitors, serious_by_day_and_night
from tests.support.cases import case

# Names that are cut or wider than their ribbons, with cards of this width: a hand card's and the gallery's.
TOO_WIDE = """async (width) => {
  for (const item of document.querySelectorAll(".card-grid li")) item.style.contentVisibility = "visible";
  document.querySelector(".card-grid").style.setProperty("--card-w", width);
  document.body.getBoundingClientRect(); // what has come into view asks for its font
  await document.fonts.ready;
  return [...document.querySelectorAll(".card-name")].filter((ribbon) => {
    const text = ribbon.firstElementChild.getBoundingClientRect(), box = ribbon.getBoundingClientRect();
    return text.left < box.left + 1 || text.right > box.right - 1 || text.height > box.height + 2;
  }).map((ribbon) => ribbon.textContent);
}"""


def cards_shown(page: Page) -> int:
    """Return the number of cards in the list."""
    return page.locator("#found [data-card]").count()


def test_filters_work_live_by_keyboard_and_live_in_the_address(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/cards")
    assert cards_shown(page) == 224
    page.get_by_role("checkbox", name="Elusive").check()
    expect(page.locator(".found-count")).to_have_text("32 of 224 cards")
    page.get_by_text("Abilities", exact=True).click()
    page.get_by_role("checkbox", name="Symbiote").focus()
    page.keyboard.press("Space")
    page.wait_for_function("() => document.querySelectorAll('#found [data-card]').length < 30")
    assert cards_shown(page) > 0
    page.keyboard.press("Space")
    page.get_by_role("searchbox").fill("bard")
    expect(page.locator(".found-count")).to_have_text("1 of 224 cards")
    expect(page).to_have_url(re.compile(r"set=elusive.*|q=bard.*"))
    assert page.locator("header.site-header").count() == 1
    page.reload()
    assert cards_shown(page) == 1
    expect(page.get_by_role("checkbox", name="Elusive")).to_be_checked()
    page.get_by_role("link", name="Clear all filters").click()
    expect(page.locator(".found-count")).to_have_text("224 cards")
    page.wait_for_load_state()  # all cards, with their styles
    assert page.evaluate(TOO_WIDE, "90px") == []
    assert page.evaluate(TOO_WIDE, "240px") == []


def test_from_card_to_ability_to_card_for_everybody_and_on_a_phone(visitors: Visitors) -> None:
    page = visitors.visitor(viewport=PHONE)
    page.goto("/cards?q=ogre")
    page.get_by_role("link", name=re.compile("^Ogre, creature, cost 4")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ogre")
    page.get_by_role("link", name="Berserk").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Berserk")
    page.get_by_role("link", name=re.compile("^Gnome, creature")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Gnome")
    page.get_by_role("navigation", name="Neighbours in the set").get_by_role("link").last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Grrr")
    for address in ("/cards?q=oo", "/cards?q=zzzz&ability=rage", "/cards/scourge-of-the-ramparts", "/abilities/aura"):
        with case(address):
            page.goto(address)
            assert serious_by_day_and_night(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
