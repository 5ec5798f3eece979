"""One walk through the site in each engine that people have; the friend is in Chromium.

At a desk Firefox and WebKit must do: the other tests of browsers take the same ways in Chromium.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.browser import DESKTOP, PHONE, Visitors
from tests.support.cases import FULL
from tests.support.engines import firefox, webkit
from tests.support.engines.chromium import Chromium
from tests.support.engines.page import Engine, EnginePage
from tests.support.need import needed
from tests.support.positions import record_of, side
from tests.support.table import DIFFERENCES, SETTLED, MatchPage, posted
from tools.rig.forwarder import Forwarder
from tools.rig.server import ServerProcess

POSTED = """async (path, fields) => {
  const headers = { Accept: "text/html" };
  return new URL((await fetch(path, { method: "POST", headers, body: new URLSearchParams(fields) })).url).pathname;
}"""
SEQ = "() => Number(document.getElementById('turn').dataset.seq)"
REACHED = "(seq) => Number(document.getElementById('turn').dataset.seq) >= seq"
HAND = "() => [...document.querySelectorAll('[data-own] .held[data-place]')].map((each) => each.innerText)"
READY = "async () => (await navigator.serviceWorker.ready).active.state === 'activated'"
ANSWERED = """() => !document.querySelector(".htmx-request")
  && [...document.querySelectorAll("#result .asked")].every((part) => part.matches("[data-htmx-powered]"))"""
SAID = "(sentence) => document.querySelector('.toast-apart')?.textContent === sentence"
# The next frame, if there is one, has been fetched ahead. Only answers are listed, not requests under way.
FETCHED = """() => {
  const { step, last } = document.querySelector("[data-last]").dataset;
  const ahead = `/frame?step=${Number(step) + 1}&`;
  return step === last || performance.getEntriesByType("resource").some(({ name }) => name.includes(ahead));
}"""
STEP = "() => document.querySelector('[data-last]').dataset.step"
FITS = "() => document.documentElement.scrollWidth <= innerWidth"
# The most room between two parts of the filters that follow each other, in pixels.
DISTANCE = """() => {
  const parts = [...document.querySelectorAll(".filters fieldset, .filters-top > *, .filters-more")];
  const boxes = parts.map((each) => each.getBoundingClientRect()).sort((one, other) => one.top - other.top);
  return Math.max(...boxes.slice(1).map(({ top }, place) => top - boxes[place].bottom));
}"""


@pytest.fixture(params=("Chromium", "Firefox", "WebKit") if FULL else ("Firefox", "WebKit"))
def engine(request: pytest.FixtureRequest, visitors: Visitors, tmp_path: Path) -> Iterator[Engine]:
    """Provide each engine in turn."""
    with ExitStack() as stack:
        if request.param == "Chromium":
            yield Chromium(visitors.own(service_workers="allow"), visitors.complaints)
            return
        with needed():
            if request.param == "Firefox":
                found: Engine = stack.enter_context(closing(firefox.Firefox(tmp_path)))
            else:
                found = stack.enter_context(closing(webkit.gtk(stack.enter_context(webkit.screen()), tmp_path)))
        yield found


def settled(page: EnginePage, seq: int) -> None:
    """Wait until the table shows so many actions, and as the server says."""
    page.wait(REACHED, seq)
    page.wait(SETTLED)
    page.wait(ANSWERED)
    page.wait(f"async () => !(await ({DIFFERENCES})()).length")  # word of who has come may still be on its way


def attacks(page: EnginePage) -> None:
    """Press "Attack!" once the press cannot be meant for Skip any more, which lay there."""
    page.wait("() => !document.documentElement.hasAttribute('data-guarded')")
    page.click("#attack")


def plays_a_duel(page: EnginePage, bo: MatchPage) -> None:
    """Play by drag, by finger and by keys, take back, attack, answer, resign."""
    page.wait(SETTLED)
    hand = page.evaluate(HAND)
    page.drag("[data-own] .held[data-place='0']", "#berth-top")
    settled(page, 1)
    page.tap("[data-own] .held[data-place='0']")
    page.tap("#berth-bottom")
    settled(page, 2)
    page.evaluate("() => document.querySelector(\"[data-own] .held[data-place='0']\").focus()")
    page.press("Enter", "Enter")  # the first place has the focus then
    settled(page, 3)
    assert len(page.evaluate(HAND)) == len(hand) - 3
    page.press("u")
    page.wait("(count) => document.querySelectorAll('[data-own] .held[data-place]').length === count", len(hand) - 2)
    attacks(page)
    page.wait("() => !document.getElementById('attack')")
    bo.page.locator("#attack").wait_for()
    bo.turn(1)
    settled(page, bo.seq)
    assert bo.differences() == []
    page.click("#menu-button")
    page.click("#menu [data-confirm='resign']")
    page.click("#ask [value='yes']")
    page.see("#result-title")
    expect(bo.page.locator("#result-title")).to_have_text("Victory!")


def reads_the_replay(page: EnginePage) -> None:
    page.click(".result a[href*='/replay']")
    page.wait("() => document.readyState === 'complete' && document.getElementById('play')?.hidden === false")
    before = page.evaluate(STEP)
    page.press("ArrowRight")
    page.wait("(step) => document.querySelector('[data-last]').dataset.step === step", str(int(before) + 1))
    page.wait(FETCHED)  # the line is cut next


def asks_again_for_what_did_not_load(page: EnginePage, line: Forwarder) -> None:
    """Read a hand aloud, by a script that did not come at the first try: Firefox keeps that failure for its address."""
    line.refuse()
    page.press("h")
    page.wait(SAID, "Part of this page did not load. It will be requested again when needed.")
    page.engine.complaints[:] = [each for each in page.engine.complaints if "/match/read.js" not in each]
    line.mend()
    page.press("h")
    page.wait("() => document.getElementById('spoken').textContent !== ''")


def builds_a_deck(page: EnginePage) -> None:
    page.goto("/decks/new?q=ogre")
    page.click("#pick-ogre")
    page.wait("() => document.querySelector('.deck-line-name')?.innerText === 'Ogre'")


def filters_cards_on_a_phone(page: EnginePage) -> None:
    page.engine.resize(PHONE["width"], PHONE["height"])
    page.goto("/cards?q=og")
    page.see("#found .card")
    assert page.evaluate("() => innerWidth") == PHONE["width"]
    assert page.evaluate(FITS)
    assert page.evaluate(DISTANCE) < 24
    page.engine.resize(600, PHONE["height"])
    assert page.evaluate(DISTANCE) < 24
    page.engine.resize(PHONE["width"], PHONE["height"])
    page.tap(".chip:has([value='incantation']), .chip input[value='incantation']")
    page.wait("() => location.search.includes('type=incantation')")


def reads_hebrew(page: EnginePage) -> None:
    page.goto("/rules")
    page.click(".languages [value='he']")
    page.wait("() => document.dir === 'rtl' && document.readyState === 'complete'")
    assert page.evaluate(FITS)
    page.click(".languages [value='en']")
    page.wait("() => document.dir === 'ltr' && document.readyState === 'complete'")


def reads_without_a_connection(page: EnginePage, line: Forwarder, match: str) -> None:
    page.goto("/settings")
    page.wait(READY)
    line.close()
    for path, what in (("/rules", ".chapter"), ("/cards", "#found .card"), (match, "#offline-notice h1")):
        page.goto(path)
        page.see(what)
    assert page.text("#offline-notice h1") == "No connection"


def test_a_walk_through_the_site(engine: Engine, visitors: Visitors, site: ServerProcess) -> None:
    line = Forwarder(site.port)
    page = EnginePage(engine, f"http://127.0.0.1:{line.port}")
    engine.resize(DESKTOP["width"], DESKTOP["height"])
    page.goto("/")
    page.see(".doors button")
    assert page.evaluate("() => getComputedStyle(document.querySelector('.too-old')).display") == "none"
    assert page.evaluate("() => matchMedia('(prefers-reduced-motion: reduce)').matches")  # nothing moves
    record = record_of(side("ogre gnome zombie brute * troll"), side("* reptile boom troll"), undo=True)
    replay = page.evaluate(POSTED, "/replays", {"text": record})
    match = page.evaluate(POSTED, f"{replay}/play", {"step": "0", "how": "link", "seat": "A"})
    guest = visitors.visitor()
    posted(guest, f"{match}/join", name="Bo")
    guest.goto(match)
    page.goto(match)
    plays_a_duel(page, MatchPage(guest))
    reads_the_replay(page)
    asks_again_for_what_did_not_load(page, line)
    builds_a_deck(page)
    filters_cards_on_a_phone(page)
    reads_hebrew(page)
    assert engine.complaints == []
    reads_without_a_connection(page, line, match)
    visitors.complaints.clear()  # Chromium reports what could not be reached
