"""Rows: the time for which a turn of the automaton is shown."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page

from tools.feel import board
from tools.feel.bench import Bench
from tools.feel.clock import CLOCK
from tools.feel.row import FeelRow

GOAL: Final = 8000  # milliseconds, with four reveals and six attacks


def its_turn(bench: Bench) -> list[FeelRow]:
    """Measure the attack and the automaton's turn after it, by a clock that no busy machine can slow down."""
    with bench.phone() as page:
        board.open_board(page, bench.site, board.automaton_record(), "solo")
        lasted = shown(page)
    what = "an attack, and the automaton's turn of four reveals and six attacks"
    return [FeelRow(what, f"{lasted / 1000:.1f} s", f"at most {GOAL / 1000:.0f} s", lasted <= GOAL)]


def shown(page: Page) -> float:
    """Attack on the board of `automaton_record`; return how long what follows is shown, in milliseconds."""
    seq = page.evaluate(board.SEQ)
    page.evaluate(CLOCK)
    page.locator("#attack").click()
    board.wait(page, seq)
    lasted: float = page.evaluate("window.clock")
    return lasted
