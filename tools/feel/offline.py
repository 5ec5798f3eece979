"""Rows: how long a table without a connection takes to be there, and its opponents to play a turn.

Chromium slows down a page's main thread, not its workers: what it takes here is multiplied. But a computer thinks for
no longer on a slower device than `app.site.offline.computer.TIMES` has it.
"""

from __future__ import annotations

import json
from typing import Final

from playwright.sync_api import Page

from app.site.offline.computer import TIMES
from tools.feel import board
from tools.feel.bench import Bench
from tools.feel.row import FeelRow
from tools.rig.figures import CostFigure, figure

SLOWER: Final = 4
READY: Final = 6.0  # seconds, on the slower device
STARTS: Final = 8  # a browser keeps compiled code after some
AUTOMATON: Final = 0
TURNS: Final = {AUTOMATON: 1.0, 3: 1.0, 4: 3.0, 5: 5.0, 6: 5.0}
"""By level: the seconds in which the last action of its turn is to be there."""
NAMES: Final = {level: f"level {level}" if level else "the automaton" for level in TURNS}
TURN: Final = {
    level: figure(
        f"a turn of {NAMES[level]} offline, {SLOWER} times as slow", f"{most:.0f} s", "make feel ONLY=offline"
    )
    for level, most in TURNS.items()
}
TABLE: Final = figure(
    f"a table offline, from what is kept, {SLOWER} times as slow", f"{READY:.0f} s", "make feel ONLY=offline"
)
MAX_TURNS: Final = 6
MAX_PLAYS: Final = 4  # cards in one of the own turns
LOADING: Final = 120_000  # milliseconds
# When the interpreter was there, and the table; from the action that a page sends until the worker's last frame.
TIMED: Final = """
const seconds = () => performance.now() / 1000;
window.Worker = class extends Worker {
  constructor(...all) {
    super(...all);
    window.worker = this;
    this.addEventListener("message", ({ data }) => {
      if (data.type === "preparing") window.interpreter = seconds();
      window.took = seconds() - window.begun;
    });
  }
  postMessage(message) {
    if (typeof message === "string" && JSON.parse(message).type === "act") window.begun = seconds();
    super.postMessage(message);
  }
};
new MutationObserver((_changes, watch) => {
  if (!document.getElementById("table")) return;
  window.ready = seconds();
  watch.disconnect();
}).observe(document, { childList: true, subtree: true });"""
PLAYS: Final = """() => {
  const choices = JSON.parse(document.getElementById("turn").dataset.choices ?? "[]");
  return choices.filter(({ ask, action }) => !ask && action.type === "play").map(({ action }) => action);
}"""


def in_a_worker(bench: Bench) -> list[FeelRow]:
    """Measure starts from what is kept, and turns of the automaton and of computers, on a device 4 times slower."""
    with bench.phone() as page:
        page.add_init_script(TIMED)
        page.emulate_media(reduced_motion="reduce")
        page.goto(f"{bench.site}/solo")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        page.locator("#keep-box").check()
        page.locator("[data-keep=on]").wait_for(timeout=LOADING)
        page.context.set_offline(True)
        starts = [_open(page, bench.site, "quick-solo") for _ in range(STARTS)]
        turns = {level: max(_turns(page, bench.site, level)) for level in TURNS}
    alone, ready = (min(times) for times in zip(*starts, strict=True))
    more = f", of which the interpreter {alone * SLOWER:.1f} s, the fastest of {STARTS}"
    rows = [_row(TABLE, ready, ready * SLOWER, READY, more)]
    for level, took in turns.items():
        slow = took * SLOWER
        if level != AUTOMATON:
            slow = min(slow, TIMES[level - 1] + turns[AUTOMATON] * SLOWER)
        rows.append(_row(TURN[level], took, slow, TURNS[level], f", the longest of {MAX_TURNS}"))
    return rows


def _open(page: Page, site: str, preset: str) -> tuple[float, float]:
    """Begin a match; return the seconds until its interpreter was there, and its table."""
    page.goto(f"{site}/offline/match?preset={preset}")
    page.locator("#table").wait_for(timeout=LOADING)
    board.wait(page)
    found: list[float] = page.evaluate("[window.interpreter, window.ready]")
    return found[0], found[1]


def _turns(page: Page, site: str, level: int) -> list[float]:
    """Play cards and attack, turn after turn; return the seconds that each turn of the opponent took."""
    preset = f"computer&opponent={level}" if level else "quick-solo"
    took: list[float] = []
    while len(took) < MAX_TURNS:
        if not took or page.locator("#result-title").count():
            _open(page, site, preset)
        for _ in range(MAX_PLAYS):
            if plays := page.evaluate(PLAYS):
                _play(page, plays[0])
        seq = page.evaluate(board.SEQ)
        page.locator("#attack").click()
        board.wait(page, seq)
        took.append(page.evaluate("window.took"))
    return took


def _play(page: Page, action: object) -> None:
    seq = page.evaluate(board.SEQ)
    message = json.dumps({"type": "act", "seq": seq, "action": action})
    page.evaluate("(message) => window.worker.postMessage(message)", message)
    board.wait(page, seq)


def _row(measured: CostFigure, took: float, slow: float, goal: float, more: str) -> FeelRow:
    return FeelRow(measured, f"{slow:.1f} s ({took:.2f} s here){more}", slow <= goal)
