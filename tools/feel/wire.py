"""Rows: the bytes of the first page and of the board on the wire, for a browser with an empty cache."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page

from tools.feel import board
from tools.feel.bench import Bench
from tools.feel.network import counted
from tools.feel.row import FeelRow
from tools.rig.figures import CostFigure, figure

MAX_KB: Final = {
    (HOME := figure("the first page on the wire, for an empty cache", "120 KB", "make feel ONLY=wire")): 120,
    (BOARD := figure("a board on the wire, for an empty cache", "190 KB", "make feel ONLY=wire")): 190,
}
# After the page's load, until it has fetched nothing for this long: later fetches count, too.
QUIET: Final = """() => {
  const entries = performance.getEntriesByType("resource");
  const last = Math.max(...entries.map(({ responseEnd }) => responseEnd), 0);
  return document.readyState === "complete" && performance.now() - last > 1500;
}"""


def weights(bench: Bench) -> list[FeelRow]:
    """Measure home, and the board of a duel at its first turn; compressed as they are served, with an empty cache."""
    with bench.phone() as page:
        home = _weigh(page, bench.site, HOME)
    with bench.phone() as page:
        board.open_board(page, bench.site, board.duel_record(1))
        url = page.url
        page.goto("about:blank")
        return [home, _weigh(page, url, BOARD)]


def _weigh(page: Page, url: str, weighed: CostFigure) -> FeelRow:
    with counted(page) as got:
        page.goto(url)
        page.wait_for_function(QUIET)
        size = sum(got.values()) / 1000
    return FeelRow(weighed, f"{size:.0f} KB in {len(got)} requests", size < MAX_KB[weighed])
