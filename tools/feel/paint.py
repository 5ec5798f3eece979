"""Rows: the time to the first paint of home and of the board, over a slow connection and with an empty cache."""

from __future__ import annotations

from statistics import median
from typing import Final

from playwright.sync_api import Page

from tools.feel import board
from tools.feel.bench import Bench
from tools.feel.network import DOWN, LATENCY, slow_line
from tools.feel.row import FeelRow

GOAL: Final = 1500  # milliseconds
TIMES: Final = 3
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
        return [_row("first page", page, bench.site), _row("board", page, url)]


def _row(what: str, page: Page, url: str) -> FeelRow:
    middle = median(_load(page, url) for _ in range(TIMES))
    line = f"{DOWN / 1000} Mbit/s, {LATENCY} ms until an answer begins"
    return FeelRow(f"{what}: first paint ({line})", f"{middle:.0f} ms", f"under {GOAL} ms", middle < GOAL)


def _load(page: Page, url: str) -> float:
    page.goto("about:blank")
    with slow_line(page):
        page.goto(url)
        painted: float = page.evaluate(PAINTED)
    return painted
