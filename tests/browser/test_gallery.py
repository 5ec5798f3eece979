"""The gallery in a real browser: live filters, without scripts, on a phone, for everybody."""

import re

from playwright.sync_api import Page, expect

from tests.support.browser import PHONE, Visitors, serious_by_day_and_night
from tests.support.cases import case


def cards_shown(page: Page) -> int:
    """Return the number of cards in the list."""
    return page.locator("#found [data-card]").count()


def test_filters_work_live_and_live_in_the_address(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/cards")
    assert cards_shown(page) == 224
    page.get_by_role("checkbox", name="Elusive").check()
    expect(page.locator(".found-count")).to_have_text("32 of 224 cards")
    page.get_by_role("searchbox").fill("bard")
    expect(page.locator(".found-count")).to_have_text("1 of 224 cards")
    expect(page).to_have_url(re.compile(r"set=elusive.*|q=bard.*"))
    assert page.locator("header.site-header").count() == 1
    page.reload()
    assert cards_shown(page) == 1
    expect(page.get_by_role("checkbox", name="Elusive")).to_be_checked()
    page.get_by_role("link", name="Clear all filters").click()
    expect(page.locator(".found-count")).to_have_text("224 cards")


def test_abilities_filter_by_keyboard(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/cards")
    page.get_by_text("Abilities", exact=True).click()
    page.get_by_role("checkbox", name="Symbiote").focus()
    page.keyboard.press("Space")
    expect(page.locator(".found-count")).not_to_have_text("224 cards")
    page.wait_for_function("() => document.querySelectorAll('#found [data-card]').length < 30")
    assert cards_shown(page) > 0


def test_gallery_works_without_scripts(visitors: Visitors) -> None:
    page = visitors.visitor(java_script_enabled=False)
    page.goto("/cards")
    page.get_by_role("checkbox", name="Incantation").check()
    page.get_by_role("searchbox").fill("sheep")
    page.get_by_role("button", name="Show these cards").click()
    expect(page.locator("#found [data-card]")).to_have_count(1)
    expect(page.locator("#found [data-card]")).to_have_attribute("data-card", "sheepify")


def test_from_card_to_ability_to_card(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/cards?q=ogre")
    page.get_by_role("link", name=re.compile("^Ogre, creature, cost 4")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ogre")
    page.get_by_role("link", name="Berserk").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Berserk")
    page.get_by_role("link", name=re.compile("^Gnome, creature")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Gnome")
    page.get_by_role("navigation", name="Neighbours in the set").get_by_role("link").last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Grrr")


def test_axe_finds_nothing_serious(visitors: Visitors) -> None:
    page = visitors.visitor()
    for address in ("/cards", "/cards?q=zzzz&ability=rage", "/cards/peaceful-druid", "/abilities/aura"):
        with case(address):
            page.goto(address)
            assert serious_by_day_and_night(page) == []


def test_nothing_sticks_out_on_a_phone(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True)
    for address in ("/cards", "/cards/scourge-of-the-ramparts", "/cards/ogre", "/abilities/vulnerability"):
        with case(address):
            page.goto(address)
            assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_names_fit_their_ribbons(visitors: Visitors) -> None:
    """No name is cut or wider than its ribbon, at the size of a hand card and at the gallery's."""
    page = visitors.visitor()
    page.goto("/cards")
    too_wide = """async (width) => {
        for (const item of document.querySelectorAll(".card-grid li")) item.style.contentVisibility = "visible";
        document.querySelector(".card-grid").style.setProperty("--card-w", width);
        document.body.getBoundingClientRect(); // what has come into view asks for its font
        await document.fonts.ready;
        return [...document.querySelectorAll(".card-name")].filter((ribbon) => {
            const text = ribbon.firstElementChild.getBoundingClientRect(), box = ribbon.getBoundingClientRect();
            return text.left < box.left + 1 || text.right > box.right - 1 || text.height > box.height + 2;
        }).map((ribbon) => ribbon.textContent);
    }"""
    assert page.evaluate(too_wide, "90px") == []
    assert page.evaluate(too_wide, "240px") == []
