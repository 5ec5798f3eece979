"""A kept game is played, left and gone on with while there is no site, in each engine that people have."""

from __future__ import annotations

from tests.browser.conftest import browser, people, visitors
from tests.browser.test_engines import REACHED, SEQ, attacks, engine
from tests.browser.test_offline_match import CONTROLLED
from tests.drills.browser.test_oldest_webkit import plays_a_card
from tests.support.browser import DESKTOP, Visitors
from tests.support.engines.page import Engine, EnginePage
from tests.support.table import SETTLED
from tools.rig.forwarder import Forwarder
from tools.rig.server import ServerProcess

__all__ = ["browser", "engine", "people", "visitors"]

HERE = "() => location.pathname + location.search"


def plays_a_turn(page: EnginePage) -> int:
    """Play a card and attack; return how many actions there are when it is the player's turn again."""
    plays_a_card(page)
    before = int(page.evaluate(SEQ))
    attacks(page)
    page.wait(REACHED, before + 1)
    return awaited(page)


def awaited(page: EnginePage) -> int:
    """Wait until it is the player's turn; return how many actions there have been."""
    page.see("#attack")
    page.wait(SETTLED)
    return int(page.evaluate(SEQ))


def test_a_kept_game_is_played_without_the_site(engine: Engine, visitors: Visitors, site: ServerProcess) -> None:
    line = Forwarder(site.port)
    page = EnginePage(engine, f"http://127.0.0.1:{line.port}")
    engine.resize(DESKTOP["width"], DESKTOP["height"])
    page.goto("/solo")
    page.wait(CONTROLLED)
    page.click("#keep-box")
    page.see("[data-keep=on]")
    assert engine.complaints == []
    line.close()
    page.goto("/")
    page.click("#offline-play [href*='preset=quick-solo']")
    page.see("#table")
    awaited(page)
    seq = plays_a_turn(page)
    page.goto(page.evaluate(HERE))
    page.see("#table")
    assert awaited(page) == seq
    assert plays_a_turn(page) > seq
    visitors.complaints.clear()  # Chromium reports what could not be reached
