"""The start page as strangers have it open: tables and matches come and go there by themselves."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.browser import Visitors, serious_problems


def open_to_everybody(host: Page, name: str) -> str:
    """Open a public table, and return its id."""
    host.goto("/new")
    host.get_by_label("Your name").fill(name)
    host.get_by_text("More options").click()
    host.get_by_text("Open to everybody").click()
    host.get_by_role("button", name="Get the link").click()
    expect(host.get_by_role("heading", name="Looking for an opponent")).to_be_visible()
    return host.url.rpartition("/")[2]


def test_tables_and_matches_come_and_go_on_open_pages(visitors: Visitors) -> None:
    ann, bob, eve = (visitors.visitor() for _ in range(3))
    bob.goto("/")
    eve.goto("/")
    closed = open_to_everybody(ann, "Annette")
    for page in (bob, eve):
        expect(page.locator(f"#open-{closed}")).to_contain_text("Annette")
    ann.get_by_text("Close the table").click()
    ann.get_by_role("button", name="Yes, do it").click()
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


def test_the_set_of_a_draft_says_how_often_the_first_player_wins(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/new?preset=draft-duel")
    page.get_by_text("More options").click()
    initiation = page.get_by_text("Drafts from Initiation, 2022 rules:")
    treachery = page.get_by_text("Drafts from Treachery, 2022 rules:")
    older = page.get_by_text("Drafts from Initiation, 2021 rules:")
    expect(initiation).to_be_visible()
    expect(treachery).to_be_hidden()
    page.get_by_role("checkbox", name="Treachery").check()
    expect(initiation).to_be_hidden()
    expect(treachery).to_be_hidden()
    page.get_by_role("checkbox", name="Initiation").uncheck()
    expect(treachery).to_be_visible()
    page.get_by_text("2021 edition").click()
    expect(older).to_be_visible()
    expect(treachery).to_be_hidden()
    page.get_by_text("Starter decks", exact=True).click()
    expect(older).to_be_hidden()


def test_two_strangers_meet_by_one_press_each(visitors: Visitors) -> None:
    ann, bob, eve = visitors.visitor(), visitors.visitor(phone=True), visitors.visitor()
    for page in (bob, eve):
        page.goto("/")
    ann.goto("/")
    ann.get_by_label("What do you want to play?").select_option("2022 draft")
    ann.get_by_role("button", name="Find a match").click()
    expect(ann.get_by_role("heading", name="Looking for an opponent")).to_be_visible()
    expect(ann.get_by_text("Everybody who opens the home page sees this table.")).to_be_visible()
    expect(ann.get_by_role("button", name="Play meanwhile")).to_be_visible()
    offer = "1 player is waiting: Draft duel"
    for page in (bob, eve):
        expect(page.locator("#quick-now")).to_contain_text(offer)
        assert serious_problems(page) == []
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert serious_problems(ann) == []
    bob.locator("#quick-now").get_by_role("button", name="Join now").click()
    for page in (ann, bob):
        page.locator("#draft").wait_for()
    expect(eve.locator("#quick-now")).to_contain_text("Nobody is looking")


def test_a_friend_finds_the_table_by_four_words(visitors: Visitors) -> None:
    ann, bob = visitors.visitor(), visitors.visitor(phone=True)
    ann.goto("/new")
    ann.get_by_role("button", name="Get the link").click()
    words = ann.locator(".spoken").inner_text()
    bob.goto("/")
    bob.get_by_label("Did a friend give you four words?").fill("no such words here")
    bob.get_by_role("button", name="Go to the table").click()
    expect(bob.get_by_role("alert")).to_contain_text("No open table has these words")
    visitors.complaints[:] = [said for said in visitors.complaints if "/words" not in said]  # of the 404
    bob.get_by_label("Did a friend give you four words?").fill(words.upper().replace(" ", "-"))
    bob.get_by_role("button", name="Go to the table").click()
    expect(bob).to_have_url(ann.url)
    bob.get_by_role("button", name="Sit down and play").click()
    for page in (ann, bob):
        page.locator("#turn").wait_for(state="attached")


def test_a_challenge_is_seen_and_answered_on_the_home_page(visitors: Visitors) -> None:
    ann, bob = visitors.visitor(), visitors.visitor(phone=True)
    match_id = open_to_everybody(ann, "Annette")
    bob.goto(f"/match/{match_id}")
    bob.get_by_label("Your name").fill("Bobby")
    bob.get_by_role("button", name="Sit down and play").click()
    bob.locator("#turn").wait_for(state="attached")
    bob.goto("/")
    for answer in ("Decline", "Accept"):
        ann.goto("/")
        ann.get_by_text("Challenge somebody you have met").click()
        ann.get_by_role("listitem").filter(has_text="Bobby").get_by_role("button", name="Challenge").click()
        expect(ann.get_by_text("Bobby sees your challenge")).to_be_visible()
        expect(bob.locator("#challenges")).to_contain_text("Annette challenges you")
        assert serious_problems(bob) == []
        bob.locator("#challenges").get_by_role("button", name=answer).click()
        if answer == "Decline":
            expect(ann.get_by_text("Your challenge was declined.")).to_be_visible()
            expect(bob.locator("#challenges")).to_be_hidden()
    for page in (ann, bob):
        page.locator("#turn").wait_for(state="attached")
