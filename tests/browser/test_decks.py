"""Decks in a real browser: build, import, print; by mouse, by keyboard, on a phone; and what works without scripts."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.support.browser import Visitors, serious_problems
from tests.support.table import leave_controls, posted

COUNT = "#deck-panel .deck-count"


def in_deck(page: Page) -> Locator:
    """Return the names of the cards in the deck that is being built."""
    return page.locator(".deck-line-name")


def put_in(page: Page, *slugs: str) -> None:
    """Press these cards, one after the other, until each is in the deck."""
    for slug in slugs:
        page.locator(f"#pick-{slug}").click()
        expect(page.locator(f"#pick-{slug}")).to_have_attribute("aria-pressed", "true")
        leave_controls(page)


def test_a_deck_is_built_kept_and_printed(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/decks")
    page.get_by_role("link", name="Build a deck").click()
    page.wait_for_load_state()  # the page's script looks for cards while one types
    put_in(page, "ogre", "boom", "zombie")
    expect(page.locator(f"{COUNT} strong")).to_have_text("3")
    expect(in_deck(page)).to_have_text(["Boom!", "Zombie", "Ogre"])
    expect(page).to_have_url(re.compile(r"deck=boom\.ogre\.zombie"))
    page.get_by_role("searchbox").fill("naga")
    expect(page.locator(".found-count")).to_have_text("1 of 224 cards")
    put_in(page, "naga")
    expect(page.locator(f"{COUNT} strong")).to_have_text("4")
    page.get_by_role("button", name="Remove Zombie").click()
    expect(page.locator(f"{COUNT} strong")).to_have_text("3")
    expect(page).not_to_have_url(re.compile("zombie"))
    page.reload()  # everything is in the address
    expect(in_deck(page)).to_have_text(["Boom!", "Ogre", "Naga"])
    expect(page.get_by_role("searchbox")).to_have_value("naga")
    page.get_by_role("searchbox").fill("")
    expect(page.locator(".found-count")).to_have_text("224 cards")
    page.get_by_role("button", name="Fill at random").click()
    expect(page.locator(".verdict-legal")).to_have_text("Ready for 2022: 8 different cards.")
    expect(page.locator('#found [aria-pressed="true"]')).to_have_count(8)
    page.get_by_label("Name of the deck").fill("Tides & Teeth")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tides & Teeth")
    assert serious_problems(page) == []
    page.goto("/decks/import?text=DECK1-0C2G-C209-30D1-T1MF")
    page.emulate_media(media="print")
    expect(page.locator(".deck-cards .card:visible")).to_have_count(8)
    expect(page.locator("button:visible, header.site-header:visible, footer:visible")).to_have_count(0)
    expect(page.locator("#code")).to_be_visible()
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1  # one sheet


def test_the_grid_is_one_stop_of_the_tab_key(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/decks/new?q=ab")
    cards = page.locator("#found .pick")
    cards.first.focus()
    page.keyboard.press("ArrowRight")
    expect(cards.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(f"{COUNT} strong")).to_have_text("1")
    expect(cards.nth(1)).to_be_focused()  # where one was, one stays
    page.keyboard.press("End")
    page.keyboard.press("Space")
    expect(page.locator(f"{COUNT} strong")).to_have_text("2")
    page.keyboard.press("Home")
    expect(cards.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    below = page.evaluate("document.activeElement.getBoundingClientRect().left")
    assert below == cards.first.evaluate("element => element.getBoundingClientRect().left")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('[data-grid]')") is None
    page.get_by_role("searchbox").fill("ogre")
    page.keyboard.press("Enter")  # must not press a button of the form
    expect(page.locator(f"{COUNT} strong")).to_have_text("2")


def test_without_scripts_decks_cards_and_rules_are_built_and_read(visitors: Visitors) -> None:
    page = visitors.own(java_script_enabled=False)
    page.goto("/decks/new?q=og")
    put_in(page, "ogre")
    expect(in_deck(page)).to_have_text(["Ogre"])
    page.get_by_label("Name of the deck").fill("By hand")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("By hand")
    page.goto("/designer/new")
    page.get_by_label("Name", exact=True).focus()
    page.keyboard.type("Plain Jane")
    page.locator("[name=attack][value='2']").focus()
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Calculate").click()
    expect(page.locator(".sum-lines")).to_contain_text("half of attack 3")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Plain Jane")
    page.goto("/cards?q=gn")
    page.get_by_role("checkbox", name="Incantation").check()
    page.get_by_role("searchbox").fill("sheep")
    page.get_by_role("button", name="Show these cards").click()
    expect(page.locator("#found [data-card]")).to_have_attribute("data-card", "sheepify")
    page.goto(posted(page, "/new", mode="solo", format="preconstructed"))
    expect(page.locator("noscript .toast-apart")).to_be_visible()
    page.goto("/rules")
    line = page.locator('#R4\\.8 [data-edition="2022"]')
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    before = line.evaluate(size)
    page.get_by_role("radio", name="2021").check()  # CSS alone: what the other edition says steps back
    assert line.evaluate(size) < before
