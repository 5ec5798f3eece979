"""The start page as strangers have it open: tables and matches come and go there by themselves."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.browser import Visitors


def open_to_everybody(host: Page, name: str) -> str:
    """Open a public table, and return its id."""
    host.goto("/new")
    host.get_by_label("Your name").fill(name)
    host.get_by_text("More options").click()
    host.get_by_text("Open to everybody").click()
    host.get_by_role("button", name="Get the link").click()
    expect(host.get_by_role("heading", name="The table is set")).to_be_visible()
    return host.url.rpartition("/")[2]


def test_tables_and_matches_come_and_go_on_open_pages(visitors: Visitors) -> None:
    ann, bob, eve = (visitors.visitor() for _ in range(3))
    bob.goto("/")
    eve.goto("/")
    closed = open_to_everybody(ann, "Annette")
    for page in (bob, eve):
        expect(page.locator(f"#open-{closed}")).to_contain_text("Annette")
    ann.get_by_role("button", name="Close the table").click()
    for page in (bob, eve):
        expect(page.locator(f"#open-{closed}")).to_have_count(0)
    match_id = open_to_everybody(ann, "Annette")
    bob.locator(f"#open-{match_id}").get_by_role("link", name="Sit down").click()
    bob.get_by_label("Your name").fill("Bobby")
    bob.get_by_role("button", name="Sit down and play").click()
    shown = eve.locator(f"#watch-{match_id}")
    expect(shown).to_contain_text("Annette")
    expect(shown).to_contain_text("Bobby")
    expect(eve.locator(f"#open-{match_id}")).to_have_count(0)
    shown.get_by_role("link", name="Watch").click()
    expect(eve.get_by_text("You are watching")).to_be_visible()
