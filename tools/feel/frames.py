"""Late frames, next to those of a single moving dot."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Browser, Page

from tools.feel.row import FeelRow
from tools.feel.trace import share_in_time, traced
from tools.rig.figures import CostFigure

TRACED_SECONDS: Final = 4
GOAL: Final = 97  # per cent of the frames
LESS: Final = 2  # per cent less than a single moving dot, whose late frames would be late on any page at this moment
# Instead of the sea, a dot moves, from now on.
DOT: Final = """() => {
  for (const animation of document.getAnimations()) animation.pause();
  const dot = document.createElement("i");
  Object.assign(dot.style, {position: "fixed", inset: "0 auto auto 0", width: "9px", height: "9px", background: "red"});
  document.body.append(dot);
  dot.animate({transform: ["none", "translateX(300px)"]}, {duration: 9000, iterations: Infinity});
}"""


def with_a_dot(browser: Browser, page: Page) -> float:
    """The percentage of frames in time on this page when only a dot moves; the page is unusable afterwards."""
    page.evaluate(DOT)
    return share_in_time(traced(browser, page, TRACED_SECONDS * 1000))


def in_time(measured: CostFigure, share: float, dot: float) -> FeelRow:
    """Return the row for frames in time, in per cent, next to those of a moving dot."""
    goal = min(GOAL, dot - LESS)
    return FeelRow(measured, f"{share:.1f} %; a dot {dot:.1f} %", share >= goal)
