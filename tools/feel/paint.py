"""Rows: the time to the first paint of home and of the board, over a slow connection and with an empty cache."""

from __future__ import annotations

from statistics import median
from typing import Final

from playwright.sync_api import Page

from tools.feel import board
from tools.feel.bench import Bench
from tools.feel.network import DOWN, LATENCY, slow_connection
from tools.feel.row import FeelRow
from tools.rig.figures import CostFigure, figure

GOAL: Final = 1500  # milliseconds
TIMES: Final = 3
LINE: Final = f"{DOWN / 1000} Mbit/s, {LATENCY} ms until an answer begins"
HOME: Final = figure(f"first paint of the first page, {LINE}", f"{GOAL:,} ms", "make feel ONLY=paint")
BOARD: Final = figure(f"first paint of a board, {LINE}", f"{GOAL:,} ms", "make feel ONLY=paint")
PAINTED: Final = """() => new Promise((resolve) => {
  const observe = (list) => {
    const paint = list.getEntries().find(({ name }) => name === "first-contentful-paint");
    if (paint) resolve(paint.startTime);
  };
  new PerformanceObserver(observe).observe({ type: "paint", buffered: true });
})"""


def first_paint(bench: Bench) -> list[FeelRow]:
    """Measure the first paint of home, and of the board of a duel; the median of some loads."""
    with bench.phone() as page:
        board.open_board(page, bench.site, board.duel_record(1))
        url = page.url
        return [_row(HOME, page, bench.site), _row(BOARD, page, url)]


def _row(painted: CostFigure, page: Page, url: str) -> FeelRow:
    middle = median(_load(page, url) for _ in range(TIMES))
    return FeelRow(painted, f"{middle:.0f} ms", middle < GOAL)


def _load(page: Page, url: str) -> float:
    page.goto("about:blank")
    with slow_connection(page):
        page.goto(url)
        painted: float = page.evaluate(PAINTED)
    return painted
