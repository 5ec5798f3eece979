"""Rows: late frames while sea and mist move, and the work of the main thread."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Browser, Page

from tools.feel import board
from tools.feel.bench import Bench
from tools.feel.row import FeelRow
from tools.feel.trace import share_in_time, slowed, traced

SECONDS: Final = 4
SLOWER: Final = 4
GOAL: Final = 97  # per cent of the frames
LESS: Final = 2  # per cent less than a single moving dot, whose late frames would be late on any page at this moment
MAIN_GOAL: Final = 20  # milliseconds a second
REST: Final = 1500  # until the first movements of the page have ended
# Instead of the sea, a dot moves, from now on.
DOT: Final = """() => {
  for (const animation of document.getAnimations()) animation.pause();
  const dot = document.createElement("i");
  Object.assign(dot.style, {position: "fixed", inset: "0 auto auto 0", width: "9px", height: "9px", background: "red"});
  document.body.append(dot);
  dot.animate({transform: ["none", "translateX(300px)"]}, {duration: 9000, iterations: Infinity});
}"""
WORK: Final = ("UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit", "FunctionCall")


def at_rest(bench: Bench) -> list[FeelRow]:
    """Measure the crowded board while nobody does anything, the processor slowed down.

    For comparison, the same with a single moving dot at this moment: its frames are as late when other programs keep
    the processor busy.
    """
    with bench.phone() as page:
        board.open_board(page, bench.site, board.crowded_record())
        page.wait_for_timeout(REST)
        with slowed(page, SLOWER):
            events = traced(bench.browser, page, SECONDS * 1000)
            dot = with_a_dot(bench.browser, page)
    work = sum(event.worked for event in events if event.name in WORK) / SECONDS
    rate = sum(event.name == "DrawFrame" for event in events) / SECONDS
    where = f"board at rest, processor {SLOWER} times as slow"
    return [
        in_time(f"{where}: frames in time, {rate:.0f} drawn a second", share_in_time(events), dot),
        FeelRow(f"{where}: main thread, ms a second", f"{work:.1f}", f"at most {MAIN_GOAL}", work <= MAIN_GOAL),
    ]


def with_a_dot(browser: Browser, page: Page) -> float:
    """The percentage of frames in time on this page when only a dot moves; the page is unusable afterwards."""
    page.evaluate(DOT)
    return share_in_time(traced(browser, page, SECONDS * 1000))


def in_time(what: str, share: float, dot: float) -> FeelRow:
    """Return the row for frames in time, in per cent, next to those of a moving dot."""
    goal = min(GOAL, dot - LESS)
    return FeelRow(what, f"{share:.1f} %; a dot {dot:.1f} %", f"{goal:.0f} %", share >= goal)
