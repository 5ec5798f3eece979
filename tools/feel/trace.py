"""Chromium's trace of a page: its frames, while the processor is slowed down."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Page

CATEGORIES: Final = (
    "disabled-by-default-devtools.timeline.frame",
    "devtools.timeline.frame",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "cc",
)
MAIN_ONLY: Final = {"RunTask"}
IN_TIME: Final = "frame in time"
LATE: Final = "frame late"


class TraceEvent(NamedTuple):
    """An event of the trace: its name, when it began, how long it lasted, and how much of that its thread was at work
    (on a busy machine it also waits), in milliseconds."""

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


def traced(browser: Browser, page: Page, milliseconds: float) -> list[TraceEvent]:
    """Return the events of `page` within this time, in the order of their beginnings."""
    with recording(browser, page) as events:
        page.wait_for_timeout(milliseconds)
    return events


@contextmanager
def recording(browser: Browser, page: Page) -> Iterator[list[TraceEvent]]:
    """Give a list that holds, after the block, the events of `page` within it, in the order of their beginnings. Only
    work of the page's main thread is counted. Each frame is an event `IN_TIME` or `LATE`: late means that by Chromium's
    account it disturbed a movement, not that there was nothing to show."""
    recorded: list[TraceEvent] = []
    browser.start_tracing(page=page, categories=list(CATEGORIES))
    yield recorded
    events = [event for event in json.loads(browser.stop_tracing())["traceEvents"] if "ts" in event]
    main = _main_thread(events)
    recorded += sorted(
        (
            TraceEvent(name, *(event.get(key, 0) / 1000 for key in ("ts", "dur", "tdur")))
            for event in events
            if event["name"] not in MAIN_ONLY or (event["pid"], event["tid"]) == main
            if (name := _name(event))
        ),
        key=lambda event: event.at,
    )


def _name(event: dict[str, Any]) -> str:
    """Return the name of an event, for a frame its result; "" where another event has that."""
    if event["name"] != "PipelineReporter":
        return str(event["name"])
    frame = event.get("args", {}).get("frame_reporter")
    if not frame:
        return ""
    return LATE if frame["affects_smoothness"] else IN_TIME


def share_in_time(events: list[TraceEvent]) -> float:
    """The percentage of frames that were not late; 100 where there were none."""
    frames = [event.name == IN_TIME for event in events if event.name in (IN_TIME, LATE)]
    return 100 * sum(frames) / len(frames) if frames else 100.0


def _main_thread(events: list[dict[str, Any]]) -> tuple[object, object] | None:
    """Return the process and thread with the most styling, which is the page's; None without any."""
    where = [(event["pid"], event["tid"]) for event in events if event["name"] == "UpdateLayoutTree"]
    return max(set(where), key=where.count, default=None)
