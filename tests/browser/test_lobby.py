"""The start page as strangers have it open: tables and matches come and go there by themselves."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.browser import Visitors
from tests.support.table import posted


def open_to_everybody(host: Page) -> str:
    """Open Annette's public table, and return its id."""
    host.goto(posted(host, "/new", mode="duel", format="preconstructed", public="yes", name="Annette"))
    expect(host.get_by_role("heading", name="Looking for an opponent")).to_be_visible()
    return host.url.rpartition("/")[2]


def test_tables_and_matches_come_and_go_on_open_pages(visitors: Visitors) -> None:
    ann, bob, eve = visitors.visitor(), visitors.visitor(phone=True), visitors.visitor()
    for page in (bob, eve):
        page.goto("/")
    closed = open_to_everybody(ann)
    for page in (bob, eve):
        expect(page.locator(f"#open-{closed}")).to_contain_text("Annette")
    ann.get_by_text("Close the table").click()
    ann.get_by_role("button", name="Yes, do it").click()
    for page in (bob, eve):
        expect(page.locator(f"#open-{closed}")).to_have_count(0)
    match_id = open_to_everybody(ann)
    bob.locator(f"#open-{match_id}").get_by_role("link", name="Sit down").click()
    bob.get_by_label("Your name").fill("Bobby")
    bob.get_by_role("button", name="Sit down and play").click()
    shown = eve.locator(f"#watch-{match_id}")
    expect(shown).to_contain_text("Annette")
    expect(shown).to_contain_text("Bobby")
    expect(eve.locator(f"#open-{match_id}")).to_have_count(0)
    shown.get_by_role("link", name="Watch").click()
    expect(eve.get_by_text("You are watching")).to_be_visible()
    # A challenged player reads it in the title of another tab, and it goes with the challenge.
    bob.goto("/")
    posted(ann, "/challenge", met_in=match_id, game="2022 draft")
    expect(bob).to_have_title("● Annette challenges you")
    bob.locator("#challenges").get_by_role("button", name="Decline").click()
    expect(bob).not_to_have_title("● Annette challenges you")
