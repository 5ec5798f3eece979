"""The oldest engine of the promise, Safari 16's, which WPE 2.38 is, plays a whole game against the automaton."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.browser.test_engines import POSTED, REACHED, SEQ, attacks, settled
from tests.support.engines import webkit
from tests.support.engines.page import EnginePage
from tests.support.need import needed
from tests.support.table import SETTLED
from tools.rig.server import ServerProcess

MAX_TURNS = 80
PLAYABLE = "() => document.querySelector('[data-own] .held-legal')?.dataset.place"
# The page asks before it sends some plays.
ANSWERED = """(seq) => {
  if (document.getElementById("ask").open) return "asked";
  return Number(document.getElementById("turn").dataset.seq) >= seq ? "played" : null;
}"""
OVER = "() => document.getElementById('result-title') !== null"
SHUT = "() => ['menu', 'log-panel', 'help-panel'].every((id) => !document.getElementById(id).getClientRects().length)"
COLOURED = "() => CSS.supports('color', getComputedStyle(document.documentElement).getPropertyValue('--surface'))"


@pytest.fixture
def page(site: ServerProcess) -> Iterator[EnginePage]:
    with needed():
        engine = webkit.wpe()
    with closing(engine):
        yield EnginePage(engine, site.url)


def plays_a_card(page: EnginePage) -> None:
    """Play the first card that can be played, if there is one."""
    before = page.evaluate(SEQ)
    place = page.evaluate(PLAYABLE)
    if place is not None:
        page.click(f"[data-own] .held[data-place='{place}']")
        page.click("#table [data-open]")
        if page.wait(ANSWERED, before + 1) == "asked":
            page.click("#ask [value='yes']")
        page.wait(REACHED, before + 1)
        page.wait(SETTLED)


def plays_a_turn(page: EnginePage) -> None:
    """Play a card, and attack."""
    plays_a_card(page)
    before = page.evaluate(SEQ)
    if not page.evaluate(OVER):
        attacks(page)
        settled(page, before + 1)


def test_a_whole_game(page: EnginePage) -> None:
    page.goto("/")
    page.wait(COLOURED)
    page.goto(page.evaluate(POSTED, "/new", {"mode": "solo", "format": "preconstructed"}))
    page.wait(SETTLED)
    assert page.evaluate(SHUT)
    page.click("#menu-button")
    page.see("#menu .menu-item")
    page.click("#menu-button")
    page.wait(SHUT)
    for _ in range(MAX_TURNS):
        plays_a_turn(page)
        if page.evaluate(OVER):
            assert page.engine.complaints == []
            return
    raise AssertionError("the game does not end")
