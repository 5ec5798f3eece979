"""Rows: do the sea and its mist move without a late frame, and without work for the main thread?"""

from __future__ import annotations

from playwright.sync_api import Browser, Page

from tools.feel.row import Row
from tools.feel.trace import Event, slowed, traced

SECONDS = 4
SLOWER = 4
GOAL = 97  # per cent of the frames
MAIN_GOAL = 20  # milliseconds a second
REST = 1500  # until what moved when the page came has come to rest
WORK = ("UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit", "FunctionCall")


def at_rest(browser: Browser, page: Page) -> list[Row]:
    """Measure the crowded board while nobody does anything, the processor slowed down."""
    page.wait_for_timeout(REST)
    with slowed(page, SLOWER):
        events = traced(browser, page, SECONDS * 1000)
    drawn, dropped = _count(events, "DrawFrame"), _count(events, "DroppedFrame")
    share = 100 * drawn // (drawn + dropped) if drawn + dropped else 100  # nothing moves, so nothing is late
    work = sum(event.lasted for event in events if event.name in WORK) / SECONDS
    where = f"board at rest, processor {SLOWER} times as slow"
    return [
        Row(f"{where}: frames a second", f"{drawn / SECONDS:.0f}, {share} % in time", f"{GOAL} %", share >= GOAL),
        Row(f"{where}: main thread, ms a second", f"{work:.1f}", f"at most {MAIN_GOAL}", work <= MAIN_GOAL),
    ]


def _count(events: list[Event], name: str) -> int:
    return sum(event.name == name for event in events)
