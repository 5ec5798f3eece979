"""Rows: the time until a played card is on the table, with half a second of network delay."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page

from tools.feel import board
from tools.feel.bench import Bench
from tools.feel.row import FeelRow
from tools.rig.figures import figure

DELAY: Final = 500  # milliseconds until the server gets what the page sends
GOAL: Final = 50  # milliseconds from the click
PLAYS: Final = 5
CLICK: Final = figure("a click until the card is in its place", f"{GOAL} ms", "make feel ONLY=answers")
LATE: Final = f"""(() => {{
  const {{ send }} = WebSocket.prototype;
  WebSocket.prototype.send = function (data) {{ setTimeout(() => send.call(this, data), {DELAY}); }};
}})()"""
# Play the first creature that can be played; returns the milliseconds until it is laid out in its lane.
PLAY: Final = """() => {
  const choices = JSON.parse(document.getElementById("turn").dataset.choices).filter(({ ask }) => !ask);
  const { action } = choices.find(({ action: { hand, lane, onto } }) => hand >= 0 && lane && onto === undefined);
  const berth = document.querySelector(`#berth-${action.lane}`);
  const count = () => berth.parentElement.querySelectorAll(".creature").length;
  document.querySelector(`[data-own] .held[data-place="${action.hand}"]`).click();
  const before = count();
  const begun = performance.now();
  berth.click();
  return new Promise((resolve) => {
    const look = () => {
      if (count() === before) return;
      document.body.getBoundingClientRect(); // laid out; the next frame shows it
      watch.disconnect();
      resolve(performance.now() - begun);
    };
    const watch = new MutationObserver(look);
    watch.observe(berth.parentElement, { childList: true });
    look();
  });
}"""


def click_to_slot(bench: Bench) -> list[FeelRow]:
    """Measure the time until a card is in place while the server's answer is on its way."""
    with bench.phone() as page:
        page.add_init_script(LATE)
        board.open_board(page, bench.site, board.easy_record())
        times = [_play(page) for _ in range(PLAYS)]
    cost = f"{max(times):.0f} ms, {DELAY} ms of delay on the line, the worst of {len(times)}"
    return [FeelRow(CLICK, cost, max(times) <= GOAL)]


def _play(page: Page) -> float:
    """The milliseconds until a card is in its place and the server has confirmed it."""
    seq = page.evaluate(board.SEQ)
    took: float = page.evaluate(PLAY)
    board.wait(page, seq)
    return took
