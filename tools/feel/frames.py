"""Rows: how many frames are late while sea and mist move, and how much work the main thread has."""

from __future__ import annotations

from playwright.sync_api import Browser, Page

from tools.feel.row import Row
from tools.feel.trace import Event, slowed, traced

SECONDS = 4
SLOWER = 4
RATE = 60  # frames a second of the screen
GOAL = 97  # per cent of the frames
MAIN_GOAL = 20  # milliseconds a second
REST = 1500  # until what moved when the page came has come to rest
# Instead of the sea, a dot moves, from now on.
DOT = """() => {
  for (const animation of document.getAnimations()) animation.pause();
  const dot = document.createElement("i");
  Object.assign(dot.style, {position: "fixed", inset: "0 auto auto 0", width: "9px", height: "9px", background: "red"});
  document.body.append(dot);
  dot.animate({transform: ["none", "translateX(300px)"]}, {duration: 9000, iterations: Infinity});
}"""
# The sea again.
SEA = """() => {
  document.body.lastElementChild.remove();
  for (const animation of document.getAnimations()) animation.play();
}"""
WORK = ("UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit", "FunctionCall")


def at_rest(browser: Browser, page: Page) -> list[Row]:
    """Measure the crowded board while nobody does anything, the processor slowed down.

    Beside it, what this machine does at this moment when a single dot moves instead: frames are as late then when
    other programs keep the processor busy.
    """
    page.wait_for_timeout(REST)
    with slowed(page, SLOWER):
        events = traced(browser, page, SECONDS * 1000)
        page.evaluate(DOT)
        dot = _in_time(traced(browser, page, SECONDS * 1000))
        page.evaluate(SEA)
    share = _in_time(events)
    goal = min(GOAL, dot - 2)
    work = sum(event.worked for event in events if event.name in WORK) / SECONDS
    where = f"board at rest, processor {SLOWER} times as slow"
    rate = _count(events, "DrawFrame") / SECONDS
    return [
        Row(
            f"{where}: frames in time",
            f"{share:.0f} %, {rate:.0f} drawn a second; a dot {dot:.0f} %",
            f"{goal:.0f} %",
            share >= goal,
        ),
        Row(f"{where}: main thread, ms a second", f"{work:.1f}", f"at most {MAIN_GOAL}", work <= MAIN_GOAL),
    ]


def _in_time(events: list[Event]) -> float:
    """Return how many per cent of the screen's frames were not late; one in which nothing was to be drawn is not."""
    return 100 - 100 * _count(events, "DroppedFrame") / (RATE * SECONDS)


def _count(events: list[Event], name: str) -> int:
    return sum(event.name == name for event in events)
