"""Decks in a real browser: build, share, import, print; by mouse, by keyboard, on a phone, without scripts."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.support.browser import Visitors, serious_problems
from tests.support.table import leave_controls

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


def test_a_deck_is_built_kept_shared_and_imported(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/decks")
    assert serious_problems(page) == []
    page.get_by_role("link", name="Build a deck").click()
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
    code, link = page.locator("#code").input_value(), page.locator("#link").input_value()

    friend = visitors.visitor(phone=True, color_scheme="dark")
    friend.goto("/decks")
    friend.get_by_label("Paste a message").fill(f"beat this: {code.lower()} :-)")
    friend.get_by_role("button", name="Open", exact=True).tap()
    expect(friend.get_by_role("heading", level=1)).to_have_text("Shared deck")
    expect(friend.locator(".deck-cards [data-card]")).to_have_count(8)
    friend.get_by_role("button", name="Save to my decks").tap()
    expect(friend.get_by_role("heading", level=1)).to_have_text("New deck")
    friend.get_by_label("Another name").fill("Beaten")
    friend.get_by_role("button", name="Rename").tap()
    expect(friend.get_by_role("heading", level=1)).to_have_text("Beaten")
    friend.goto(link)
    expect(friend.get_by_role("heading", level=1)).to_have_text("Tides & Teeth")
    expect(friend.get_by_role("button", name="Rename")).to_have_count(0)
    assert friend.evaluate("document.documentElement.scrollWidth") == 390


def test_a_mistyped_code_is_reported(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/decks/import?text=DECK1-0C2G-C209-30D1-T1ME")
    expect(page.get_by_role("alert")).to_contain_text("This code has a mistake in it")
    expect(page.get_by_label("Paste a message")).to_have_value("DECK1-0C2G-C209-30D1-T1ME")
    visitors.complaints.clear()  # Chromium prints the 422


def test_the_grid_is_one_stop_of_the_tab_key(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/decks/new")
    page.locator("#pick-aberration").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#pick-abomination")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(f"{COUNT} strong")).to_have_text("1")
    expect(page.locator("#pick-abomination")).to_be_focused()  # where one was, one stays
    page.keyboard.press("End")
    page.keyboard.press("Space")
    expect(page.locator(f"{COUNT} strong")).to_have_text("2")
    page.keyboard.press("Home")
    expect(page.locator("#pick-aberration")).to_be_focused()
    page.keyboard.press("ArrowDown")
    below = page.evaluate("document.activeElement.getBoundingClientRect().left")
    assert below == page.locator("#pick-aberration").evaluate("element => element.getBoundingClientRect().left")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('[data-grid]')") is None
    page.get_by_role("searchbox").fill("ogre")
    page.keyboard.press("Enter")  # must not press a button of the form
    expect(page.locator(f"{COUNT} strong")).to_have_text("2")


def test_the_builder_works_without_scripts(visitors: Visitors) -> None:
    page = visitors.visitor(java_script_enabled=False)
    page.goto("/decks/new")
    put_in(page, "ogre")
    expect(in_deck(page)).to_have_text(["Ogre"])
    page.get_by_role("button", name="Fill at random").click()
    expect(in_deck(page)).to_have_count(8)
    page.get_by_label("Name of the deck").fill("By hand")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("By hand")


def test_on_a_phone_the_deck_is_one_tap_away(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True)
    page.goto("/decks/new")
    page.locator("#pick-zombie").tap()
    expect(page.locator(".deck-peek")).to_contain_text("1 of 8")
    page.locator(".deck-peek").tap()
    expect(page.locator("#deck-panel-title")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert serious_problems(page) == []


def test_on_paper_there_are_cards_and_no_buttons(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/decks/import?text=DECK1-0C2G-C209-30D1-T1MF")
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.emulate_media(media="print")
    assert page.locator(".deck-cards .card:visible").count() == 8
    assert page.locator("button:visible, header.site-header:visible, footer:visible").count() == 0
    expect(page.locator("#code")).to_be_visible()
    pdf = page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1  # one sheet
