"""Chromium's trace of a page: its frames, while the processor is slowed down."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Page

CATEGORIES: Final = (
    "disabled-by-default-devtools.timeline.frame",
    "devtools.timeline.frame",
    "devtools.timeline",
    "cc",
)


class Event(NamedTuple):
    """An event of the trace: its name, when it began, how long it lasted, and how much of that its thread was at work
    (on a busy machine it waits besides), in milliseconds."""

    name: str
    at: float
    lasted: float
    worked: float


@contextmanager
def slowed(page: Page, times: int) -> Iterator[None]:
    """Give the page's main thread a processor that is so many times as slow, within the block."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": times})
    try:
        yield
    finally:
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        session.detach()


def traced(browser: Browser, page: Page, milliseconds: float) -> list[Event]:
    """Return what happens on `page` within this time, in the order in which it began."""
    browser.start_tracing(page=page, categories=list(CATEGORIES))
    page.wait_for_timeout(milliseconds)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    told = [
        Event(event["name"], *(event.get(key, 0) / 1000 for key in ("ts", "dur", "tdur")))
        for event in events
        if "ts" in event
    ]
    return sorted(told, key=lambda event: event.at)
