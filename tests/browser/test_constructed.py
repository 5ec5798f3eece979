"""Constructed duels in real browsers up to the first turn: built in secret, banned in 2021, with Champions in 2022."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.browser import Visitors, serious_problems
from tests.support.table import MatchPage, leave_controls, posted


def opened(host: Page, guest: Page, **fields: str) -> str:
    """Return the address of a duel with built decks that Anna opens with these choices and Bo joins."""
    address = posted(host, "/new", mode="duel", format="constructed", first="me", name="Anna", **fields)
    host.goto(address)
    posted(guest, f"{address}/join", name="Bo")
    guest.goto(address)
    return address


def few_cards(page: Page) -> None:
    """Leave few cards in the list, which axe looks at one by one."""
    page.get_by_role("searchbox").fill("og")
    page.wait_for_function("() => document.querySelectorAll('#found .card').length < 12")


def test_2022_a_deck_survives_a_lost_line_and_champions_are_printed_or_designed(visitors: Visitors) -> None:
    anna, bo, watcher = visitors.visitor(), visitors.visitor(phone=True, color_scheme="dark"), visitors.visitor()
    kept = posted(bo, "/decks", deck="boom.ogre.zombie.naga.gnome.troll.brute.baron", name="New deck")
    assert kept.startswith("/decks/")
    watcher.goto(opened(anna, bo, champions="yes"))
    expect(watcher.locator(".status-line")).to_have_text("Both players are choosing.")
    anna.locator("#pick-ogre").click()
    expect(anna.locator("#hand-in")).to_be_disabled()
    expect(anna.locator("#deck-panel .deck-count")).to_have_text("1 of 8")
    anna.context.set_offline(True)
    anna.evaluate("window.dispatchEvent(new Event('offline'))")
    expect(anna.locator("#match")).to_have_attribute("data-connection", "lost")
    anna.context.set_offline(False)
    expect(anna.locator("#match")).to_have_attribute("data-connection", "open")
    expect(anna.locator("#deck-panel .deck-count")).to_have_text("1 of 8")
    anna.get_by_role("button", name="Fill at random").click()
    expect(anna.locator("#deck-panel .verdict-legal")).to_be_visible()
    anna.mouse.move(0, 0)  # axe cannot tell what lies behind the tint of a button under the pointer
    few_cards(anna)
    assert serious_problems(anna) == []
    anna.locator("#hand-in").click()
    expect(anna.locator("#prepare-body h2", has_text="Your deck")).to_be_visible()
    expect(anna.locator("#prepare-body [data-card]")).to_have_count(8)
    expect(watcher.locator(".status-line")).to_have_text("Waiting for Bo.")
    assert watcher.locator("#prepare-body [data-card]").count() == 0
    bo.locator(".deck-tile", has_text="New deck").get_by_role("button", name="Play this deck").tap()

    # No card of the player's own deck may be the Champion, and the deck was filled by chance.
    anna.locator("#found .pick").first.wait_for()
    champions = [
        anna.locator(f"#champion-{slug}") for slug in ("titan", "spectre", "zombie", "brute", "troll", "martyr")
    ]
    for champion in [one for one in champions if one.count()][:2]:
        champion.click()
        expect(champion).to_have_attribute("aria-pressed", "true")
        leave_controls(anna)
    expect(anna.locator('#found [aria-pressed="true"]')).to_have_count(1)
    anna.locator("#choose-champion").click()
    expect(anna.locator(".prepare-figure .card-creature")).to_have_count(1)
    assert watcher.locator("#prepare-body .card-creature").count() == 0
    with bo.context.expect_page() as new_tab:
        bo.get_by_role("link", name="Design one").tap()
    designer = visitors.tab(new_tab.value)
    designer.get_by_label("Name", exact=True).fill("Sir Quackalot")
    designer.get_by_role("radio", name="Duck").check()
    designer.get_by_role("button", name="Save").tap()
    expect(designer.get_by_role("heading", level=1)).to_have_text("Sir Quackalot")
    designer.close()
    bo.get_by_role("button", name="Look for new designs").tap()
    bo.locator('[id^="champion-design-"]').tap()
    expect(bo.locator("#champion-panel")).to_contain_text("Choose Sir Quackalot")
    few_cards(bo)
    assert serious_problems(bo) == []
    bo.locator("#choose-champion").tap()
    for page in (anna, bo, watcher):
        page.locator("#table").wait_for()
        expect(page.locator('.champion-seat .card-icon-light[href$="#i-duck"]')).to_have_count(1)
        assert MatchPage(page).differences() == []
    visitors.complaints[:] = [text for text in visitors.complaints if "ERR_INTERNET_DISCONNECTED" not in text]
