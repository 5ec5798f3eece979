"""Two at one device: matches with a cover between the turns, and nobody's hand in the page for the other."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.support.browser import Visitors, serious_problems
from tests.support.table import MatchPage

TURNS = 5  # whole matches are looked through in tests/app/play/test_hotseat.py


def sit_down(page: Page, preset: str = "hot-seat", **choices: str) -> None:
    """Begin a hot seat of Ann, who starts, and Bob; `choices` are fields of the form to check."""
    page.goto(f"/new?preset={preset}")
    page.get_by_text("More options").click()
    page.locator("[name=mode][value=hotseat]").check()
    for name, value in {"first": "me", **choices}.items():
        page.locator(f"[name={name}][value='{value}']:visible").check()
    page.locator("#name").fill("Ann")
    page.locator("#second-name").fill("Bob")
    page.get_by_role("button", name="Start").click()


def cover(page: Page, name: str) -> None:
    """Check that the page waits for somebody behind its cover."""
    expect(page.locator("#cover-title")).to_have_text(f"Pass the device to {name}")


def secrets(page: Page) -> dict[str, str]:
    """Return the cards of the open hand that the log has not named: name by slug."""
    payload = MatchPage(page).log
    cards = page.locator("[data-own] .held:not(.held-fortress)")
    found: dict[str, str] = {}
    for held in cards.all():
        slug, name = held.locator("[data-card]").get_attribute("data-card"), held.get_attribute("data-name")
        if slug and name and name not in payload:
            found[slug] = name
    return found


def found_in(page: Page, cards: dict[str, str]) -> list[str]:
    """Return those of these cards that the whole page names, by slug or by name."""
    html = re.sub(r"<template.*?</template>", "", page.content(), flags=re.DOTALL)
    named = [name for name in cards.values() if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", html)]
    return named + [slug for slug in cards if re.search(rf"(?<![\w#-]){slug}(?![\w-])", html)]


def test_a_match_never_shows_the_other_hand(visitors: Visitors) -> None:
    page = visitors.visitor()
    sit_down(page)
    table = MatchPage(page, 5)
    hands: dict[str, dict[str, str]] = {"A": {}, "B": {}}
    cover(page, "Ann")
    assert serious_problems(page) == []
    expect(page.locator("#cover-title")).to_be_focused()
    turns = 0
    while not table.over and turns < TURNS:
        for hand in hands.values():
            payload = table.log
            assert found_in(page, {slug: name for slug, name in hand.items() if name not in payload}) == []
        assert page.locator(".hand .card-creature, .hand .card-incantation").count() == 0
        page.locator("#lift").click()
        table.attack.wait_for()
        seat = table.seat
        other = "B" if seat == "A" else "A"
        assert found_in(page, hands[other]) == []
        page.locator("[data-own] .held:not(.held-fortress)").first.hover()
        table.turn()
        if not table.over:
            cover(page, "Bob" if seat == "A" else "Ann")
        hands = {seat: {}, other: hands[other]}
        turns += 1
        if turns < 3 and not table.over:
            page.locator("#lift").click()
            table.attack.wait_for()
            hands[other] = secrets(page)
            assert len(hands[other]) > 2
            page.reload()
            cover(page, "Bob" if other == "B" else "Ann")
    assert turns >= 3  # so that each hand was looked for in the other's turn; by chance few matches end so soon


def test_on_a_phone_with_animations_a_draft_needs_no_cover_but_the_match_does(visitors: Visitors) -> None:
    phone = visitors.visitor(phone=True, motion=True)
    sit_down(phone, format="draft")
    phone.locator("#draft").wait_for()
    table = MatchPage(phone, 2)
    table.settle()
    table.hurry()
    for _ in range(20):
        if not phone.locator("#draft").count():
            break
        assert phone.locator("#lift").count() == 0
        expect(phone.locator("#draft-status")).to_contain_text(re.compile("Ann|Bob"))
        taken = phone.locator(".offer").first
        slug = taken.get_attribute("data-card")
        taken.tap()
        phone.locator(f"#offer-{slug}").wait_for(state="detached")
    cover(phone, "Ann")
    phone.locator("#lift").tap()
    table.attack.wait_for()
    mine = secrets(phone)
    before = table.seq
    table.attack.click()
    table.after(before)
    cover(phone, "Bob")
    payload = table.log
    assert found_in(phone, {slug: name for slug, name in mine.items() if name not in payload}) == []
    assert serious_problems(phone) == []
    phone.locator("#lift").tap()
    table.attack.wait_for()
    assert table.seat == "B"


def test_a_question_about_a_card_does_not_stay_for_the_next(visitors: Visitors) -> None:
    page = visitors.visitor()
    sit_down(page)
    page.locator("#lift").click()
    table = MatchPage(page)
    table.attack.wait_for()
    lying = page.locator("[data-own] .held:not(.held-standing):not(.held-fortress)").first
    lying.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).not_to_be_empty()
    before = table.seq
    table.attack.click()
    table.after(before)
    cover(page, "Bob")
    expect(page.locator("#toast")).to_be_empty()
    assert page.locator("#inspect .inspect-card *").count() == 0


def test_decks_are_built_one_after_the_other(visitors: Visitors) -> None:
    page = visitors.visitor()
    sit_down(page, format="constructed")
    cover(page, "Ann")
    page.locator("#lift").click()
    page.get_by_role("button", name="Fill at random").click()
    expect(page.locator("#deck-panel .verdict-legal")).to_be_visible()
    page.locator("#hand-in").click()
    cover(page, "Bob")
    expect(page.locator("#deck-panel")).to_have_count(0)
    expect(page.locator("#prepare-body [data-card]")).to_have_count(0)
    page.locator("#lift").click()
    expect(page.locator("#hand-in")).to_be_disabled()  # Bob's deck is empty
    page.get_by_role("button", name="Fill at random").click()
    expect(page.locator("#deck-panel .verdict-legal")).to_be_visible()
    page.locator("#hand-in").click()
    page.locator("#table").wait_for()
    cover(page, "Ann")


def test_they_agree_on_a_draw_and_play_again(visitors: Visitors) -> None:
    page = visitors.visitor()
    sit_down(page)
    page.locator("#lift").click()
    MatchPage(page).attack.wait_for()
    page.locator("#menu-button").click()
    page.get_by_role("button", name="Agree to a draw").click()
    expect(page.get_by_text("Do you both agree to a draw?")).to_be_visible()
    page.get_by_role("button", name="Yes, do it").click()
    expect(page.locator("#result-title")).to_have_text("A draw")
    page.get_by_role("button", name="Play again").click()
    cover(page, "Ann")
