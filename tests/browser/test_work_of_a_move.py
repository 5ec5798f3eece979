"""The cost of a move to the page: restyled elements, and layouts that scripts force."""

from __future__ import annotations

import json

from playwright.sync_api import Browser

from tests.support.browser import Visitors
from tests.support.table import MatchPage, open_match
from tools.rig.json import Json

CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
SCRIPTS = {"FunctionCall", "RunMicrotasks", "TimerFire"}
MAX_STYLED = 80  # at once: 56, each frame of an animation up to 21 more; with :has() on the stage it was hundreds
MAX_FORCED = 3  # where cards were, where they are; one more where a lane changes its size


def _events(trace: bytes) -> list[Json]:
    """Return the events of the page's main thread: the one that styles."""
    events = [event for event in json.loads(trace)["traceEvents"] if "ts" in event]
    threads = [(event["pid"], event["tid"]) for event in events if event["name"] == "UpdateLayoutTree"]
    main = max(set(threads), key=threads.count)
    return [event for event in events if (event["pid"], event["tid"]) == main]


def _forced(events: list[Json]) -> int:
    """Return the number of layouts within a script of the page; those of the test ask at any moment."""
    layouts = [event["ts"] for event in events if event["name"] == "Layout"]
    scripts = [event for event in events if event["name"] in SCRIPTS]
    of_the_test = [script for script in scripts if _is_of_the_test(script)]
    return sum(_is_within(at, scripts) and not _is_within(at, of_the_test) for at in layouts)


def _is_of_the_test(script: Json) -> bool:
    return script["name"] == "FunctionCall" and "/static/" not in script["args"]["data"].get("url", "")


def _is_within(at: float, scripts: list[Json]) -> bool:
    return any(script["ts"] <= at <= script["ts"] + script.get("dur", 0) for script in scripts)


def test_a_played_card_styles_few_elements_and_forces_few_layouts(visitors: Visitors, browser: Browser) -> None:
    page = visitors.own(phone=True, motion=True)
    match_id = open_match(page, mode="solo", format="preconstructed", seed=5)
    page.goto(f"/match/{match_id}")
    table = MatchPage(page)
    table.settle()
    choice = next(one for one in table.choices() if "lane" in one["action"] and not one["ask"])
    before = table.seq
    table.held(choice["action"]["hand"]).tap(position={"x": 12, "y": 40})
    table.settle()
    page.evaluate("() => document.getAnimations().forEach((each) => each.play())")  # the sea costs nothing here, too
    browser.start_tracing(page=page, categories=CATEGORIES)
    table.goal(choice["action"]).tap()
    table.reach(before + 1)
    table.settle()
    events = _events(browser.stop_tracing())
    # The most of one, never the sum: how many frames an animation gets is the machine's affair.
    styled = max(event["args"].get("elementCount", 0) for event in events if event["name"] == "UpdateLayoutTree")
    assert 0 < styled <= MAX_STYLED
    assert _forced(events) <= MAX_FORCED
