"""A match calls its players back: by the tab's title and icon, by a sound, and to the rematch or the next table."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.support.browser import Visitors, serious_problems
from tests.support.table import MatchPage, covered, menu, open_duel

# A tab that nobody looks at: browsers draw nothing there, so that what waits for the next picture waits forever.
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


def is_called(page: Page, called: bool) -> None:
    """Expect that the tab says that its visitor is awaited, or that another one is."""
    expect(page).to_have_title(re.compile("^● Your turn – .+ · Clash of Decks$" if called else "^[^●]+'s turn"))
    picture = "favicon-turn.svg" if called else "favicon.svg"
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile(f"/{picture}$"))


def test_the_tab_says_whose_turn_it_is_and_all_three_are_taken_to_the_rematch(visitors: Visitors) -> None:
    anna, bo = open_duel(visitors.own(motion=True), visitors.visitor(motion=True))
    watcher = visitors.visitor()
    old = anna.page.url
    watcher.goto(old)
    mover, other = (anna, bo) if anna.my_turn else (bo, anna)
    names = {anna.seat: "Anna", bo.seat: "Bo"}
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

    for table in (anna, bo):  # somebody looks again
        table.page.emulate_media(reduced_motion="reduce")
        table.page.reload()
        table.settle()
    bo.page.evaluate(LISTEN)
    menu(anna.page, "Offer a draw")
    bo.page.wait_for_function(SOUNDED, arg="offer")
    expect(bo.page).to_have_title(re.compile("^● "))
    bo.page.get_by_role("button", name="Agree").click()
    bo.page.wait_for_function(SOUNDED, arg="draw")
    for table in (anna, bo):
        expect(table.page).to_have_title(re.compile("^A draw – "))
        expect(table.page.locator("#result-title")).to_have_text("A draw")
    anna.page.get_by_role("button", name="Rematch").click()
    bo.page.get_by_role("button", name="Accept the rematch").click()
    for page in (anna.page, bo.page, watcher):
        page.wait_for_url(lambda url: "/match/" in url and url != old)
        page.locator("#table").wait_for()
        assert not MatchPage(page).over
    assert anna.page.url == bo.page.url == watcher.url
    # A player who looks at the old match again is left there.
    anna.page.goto(old)
    anna.settle()
    expect(anna.page.get_by_role("link", name="Go to the rematch")).to_be_visible()
    assert anna.page.url == old
    # The socket of a finished match sends the result again, which loads its parts once.
    asked: list[str] = []
    anna.page.on("request", lambda request: asked.append(urlsplit(request.url).path.rpartition("/")[2]))
    anna.page.reload()
    expect(anna.page.locator("#match")).to_have_attribute("data-connection", "open")
    expect(anna.page.locator(".result .medals")).to_have_count(1)
    anna.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))")
    assert [asked.count(part) for part in ("digest", "ratings")] == [1, 1]


def test_a_lost_connection_looks_different_from_a_player_who_thinks(visitors: Visitors) -> None:
    anna, bo = open_duel(visitors.visitor(), visitors.visitor())
    watcher = visitors.visitor()
    watcher.goto(anna.page.url)
    thinks, waits = (anna, bo) if anna.my_turn else (bo, anna)
    name = {anna.seat: "Anna", bo.seat: "Bo"}[thinks.seat]
    page, url = waits.page, thinks.page.url
    expect(page.locator("#away .offer-line")).to_have_count(0)  # word of who has come may still be on its way
    expect(page.locator(".bar-far .presence-here")).to_be_visible()
    thinks.page.goto("/healthz")
    expect(page.locator("#away .offer-line")).to_contain_text(f"{name} is not connected.")
    expect(page.locator(".bar-far .presence-away")).to_be_visible()
    countdown = page.locator(".countdown")
    expect(countdown).to_have_text(re.compile(r"^1:\d\d$"))
    before = countdown.inner_text()
    expect(countdown).not_to_have_text(before)
    assert countdown.inner_text() < before
    assert serious_problems(page) == []
    expect(watcher.locator("#away .offer-line")).to_contain_text(f"{name} is not connected.")
    assert watcher.locator(".countdown").count() == 0
    assert covered(watcher) == []
    thinks.page.goto(url)
    expect(page.locator("#away .offer-line")).to_have_count(0)
    assert waits.differences() == []
