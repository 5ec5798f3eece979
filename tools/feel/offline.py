"""Rows: how long a table without a connection takes to be there, and its computers to play a turn.

Chromium slows down a page's main thread, not its workers: what it takes here is multiplied. No computer thinks longer
than `app.offline.table.MOST`, on any device.
"""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page

from tools.feel import board
from tools.feel.bench import Bench
from tools.feel.row import FeelRow

SLOWER: Final = 4
READY: Final = 6.0  # seconds, on the slower device
TURNS: Final = {3: 1.0, 4: 3.0, 5: 5.0, 6: 5.0}
"""By level: seconds in which the last action of its turn is to be there."""
MOST_TURNS: Final = 8
LOADING: Final = 120_000  # milliseconds
# From the action that a page sends until the worker's last frame.
TIMED: Final = """window.Worker = class extends Worker {
  constructor(...all) {
    super(...all);
    this.addEventListener("message", () => { window.took = (performance.now() - window.begun) / 1000; });
  }
  postMessage(message) {
    if (typeof message === "string" && JSON.parse(message).type === "act") window.begun = performance.now();
    super.postMessage(message);
  }
};"""


def in_a_worker(bench: Bench) -> list[FeelRow]:
    """Measure a start from what is kept, and the turns of a match against each of these levels."""
    with bench.phone() as page:
        page.add_init_script(TIMED)
        page.emulate_media(reduced_motion="reduce")
        page.goto(f"{bench.site}/solo")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        page.locator("#keep-box").check()
        page.locator("[data-keep=on]").wait_for(timeout=LOADING)
        page.context.set_offline(True)
        took = {level: _turns(page, bench.site, level) for level in TURNS}
        page.goto(f"{bench.site}/offline/match")
        page.locator("#table").wait_for(timeout=LOADING)
        ready = page.evaluate("performance.now() / 1000")
    rows = [_row("a table without a connection, from the cache", [ready], READY)]
    return rows + [_row(f"a turn of level {level} without a connection", took[level], TURNS[level]) for level in TURNS]


def _turns(page: Page, site: str, level: int) -> list[float]:
    """Attack again and again; return the seconds that each turn of the computer took."""
    page.goto(f"{site}/offline/match?preset=computer&opponent={level}")
    page.locator("#table").wait_for(timeout=LOADING)
    board.wait(page)
    took: list[float] = []
    while len(took) < MOST_TURNS and not page.locator("#result-title").count():
        seq = page.evaluate(board.SEQ)
        page.locator("#attack").click()
        board.wait(page, seq)
        took.append(page.evaluate("window.took"))
    return took


def _row(what: str, took: list[float], goal: float) -> FeelRow:
    """Return the row of the longest of these times."""
    longest = max(took)
    figure = f"{longest:.1f} s here, {SLOWER} times that: {longest * SLOWER:.1f} s"
    counted = f", the longest of {len(took)}" if len(took) > 1 else ""
    return FeelRow(what + counted, figure, f"at most {goal:.0f} s", longest * SLOWER <= goal)
