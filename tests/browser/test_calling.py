"""A match calls its players back: by the tab's title and icon, by a sound, and to the rematch."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.support.browser import Visitors, serious_problems
from tests.support.table import MatchPage, open_duel, open_match, open_solo

# A tab that nobody looks at: browsers draw nothing there, so that what waits for the next picture waits for ever.
HIDE = """() => {
  Object.defineProperty(document, "hidden", {value: true, configurable: true});
  Object.defineProperty(document, "visibilityState", {value: "hidden", configurable: true});
  window.requestAnimationFrame = () => 0;
  document.dispatchEvent(new Event("visibilitychange"));
}"""
LISTEN = """() => {
  window.sounds = [];
  document.addEventListener("game-sound", (event) => window.sounds.push(event.detail.name));
}"""
SOUNDED = "(name) => window.sounds.includes(name)"


def icon(page: Page) -> str:
    """Return the name of the picture that the tab shows."""
    address = page.locator("link[rel=icon]").get_attribute("href") or ""
    return address.rpartition("/")[2]


def is_called(page: Page, called: bool) -> None:
    """Expect that the tab says that its visitor is awaited, or that another one is."""
    expect(page).to_have_title(re.compile("^● Your turn – .+ · Clash of Decks$" if called else "^[^●]+'s turn"))
    assert icon(page) == ("favicon-turn.svg" if called else "favicon.svg")


def test_the_tab_says_whose_turn_it_is_even_when_nobody_looks_at_it(visitors: Visitors) -> None:
    anna, bo = open_duel(visitors.visitor(motion=True), visitors.visitor(motion=True))
    watcher = visitors.visitor()
    watcher.goto(anna.page.url)
    mover, other = (anna, bo) if anna.my_turn else (bo, anna)
    names = {anna.seat: "Anna", bo.seat: "Bo"}
    for _ in range(2):
        is_called(mover.page, True)
        is_called(other.page, False)
        expect(watcher).to_have_title(re.compile(f"^{names[mover.seat]}'s turn – "))
        other.page.evaluate(LISTEN)
        other.page.evaluate(HIDE)
        mover.turn(1)
        other.page.wait_for_function(SOUNDED, arg="your-turn")
        is_called(other.page, True)
        is_called(mover.page, False)
        assert other.page.evaluate("window.sounds") == ["your-turn"]
        mover, other = other, mover


def test_against_the_automaton_ones_turn_has_a_sound(visitors: Visitors) -> None:
    table = open_solo(visitors.visitor())
    table.page.evaluate(LISTEN)
    table.turn(1)
    table.page.wait_for_function(SOUNDED, arg="your-turn")
    expect(table.page).to_have_title(re.compile("^● Your turn – "))


def test_questions_have_a_sound_and_all_three_are_taken_to_the_rematch(visitors: Visitors) -> None:
    host = visitors.visitor()
    anna, bo = open_duel(host, visitors.visitor(phone=True))
    watcher = visitors.visitor()
    watcher.goto(anna.page.url)
    old = anna.page.url
    bo.page.evaluate(LISTEN)
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_role("button", name="Offer a draw").click()
    anna.page.get_by_role("button", name="Yes, do it").click()
    bo.page.wait_for_function(SOUNDED, arg="offer")
    expect(bo.page).to_have_title(re.compile("^● "))
    bo.page.get_by_role("button", name="Agree").click()
    bo.page.wait_for_function(SOUNDED, arg="draw")
    for table in (anna, bo):
        expect(table.page).to_have_title(re.compile("^A draw – "))

    anna.page.get_by_role("button", name="Rematch").click()
    bo.page.get_by_role("button", name="Accept the rematch").click()
    for page in (anna.page, bo.page):
        page.wait_for_url(lambda url: "/match/" in url and url != old)
        MatchPage(page).settle()
        expect(page.locator("#table")).to_be_visible()
        assert not MatchPage(page).over
    watcher.wait_for_url(lambda url: "/match/" in url and url != old)
    assert anna.page.url == bo.page.url == watcher.url
    # Who looks at the old match again is left there.
    anna.page.goto(old)
    MatchPage(anna.page).settle()
    expect(anna.page.get_by_role("link", name="Go to the rematch")).to_be_visible()
    assert anna.page.url == old


def test_from_one_table_to_the_next_where_somebody_waits(visitors: Visitors) -> None:
    host, guest = visitors.visitor(phone=True), visitors.visitor()
    tables: list[str] = []
    for _ in range(2):
        match_id = open_match(host, seat="A", first="A")
        guest.goto(f"/match/{match_id}")
        guest.get_by_role("button", name="Sit down and play").click()
        guest.locator("#table").wait_for()
        tables.append(f"/match/{match_id}")
    page = host
    page.goto("/")
    ongoing = page.locator("#ongoing")
    expect(ongoing.locator(".is-awaited")).to_have_count(2)
    assert serious_problems(page) == []
    ongoing.get_by_role("link", name="Next match").click()
    page.wait_for_url(f"**{tables[0]}")
    table = MatchPage(page)
    following = page.get_by_role("link", name="Next match")
    expect(following.locator(".next-count")).to_have_text("1")
    table.turn(0)
    following.click()
    page.wait_for_url(f"**{tables[1]}")
    table.settle()
    expect(following).to_have_count(0)
    bo = MatchPage(guest)
    guest.goto(tables[0])
    bo.turn(0)
    table.turn(0)  # one's own turn is done: now it is looked whether somebody waits
    following.click()
    page.wait_for_url(f"**{tables[0]}")


def test_a_lost_connection_looks_different_from_a_player_who_thinks(visitors: Visitors) -> None:
    anna, bo = open_duel(visitors.visitor(), visitors.visitor())
    watcher = visitors.visitor()
    watcher.goto(anna.page.url)
    thinks, waits = (anna, bo) if anna.my_turn else (bo, anna)
    name = {anna.seat: "Anna", bo.seat: "Bo"}[thinks.seat]
    page, url = waits.page, thinks.page.url
    expect(page.locator(".away-line")).to_have_count(0)  # word of who has come may still be on its way
    tab = thinks.page.context.new_page()
    thinks.page.close()
    expect(page.locator(".away-line")).to_contain_text(f"{name} is not connected.")
    countdown = page.locator(".countdown")
    expect(countdown).to_have_text(re.compile(r"^1:\d\d$"))
    before = countdown.inner_text()
    expect(countdown).not_to_have_text(before)
    assert countdown.inner_text() < before
    assert serious_problems(page) == []
    expect(watcher.locator(".away-line")).to_contain_text(f"{name} is not connected.")
    assert watcher.locator(".countdown").count() == 0
    visitors.tab(tab).goto(url)
    expect(page.locator(".away-line")).to_have_count(0)
    assert waits.differences() == []
