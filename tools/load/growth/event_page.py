"""The cost of a change of an event while many read its page, compared with as many start pages."""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import AsyncIterator
from contextlib import closing
from functools import partial
from typing import Final

import httpx

from tools.load.lobby import Crowd
from tools.rig.events import RunningEvent
from tools.rig.guests import LIVE
from tools.rig.site import RunningSite

PLAYERS: Final = 64
CHANGES: Final = 20
PAUSE: Final = 0.2  # seconds between two, so that no page gets two of them in one


async def spectators_of_an_event(site: RunningSite, count: int) -> AsyncIterator[str]:
    """Yield the rows: of the event's page, with few readers and with many, and of the start page."""
    with closing(httpx.Client(base_url=site.url(0), timeout=60)) as client:
        event = await asyncio.to_thread(_begun, client)
        for readers in (count // 10, count):
            async with Crowd(site, readers, f"/tournament/{event.id}/{LIVE}") as crowd:
                cost, arrived = await _changes(site, crowd, event)
            yield _line(f"an event's page, {readers} readers", cost, readers, arrived)
    for readers in (count // 10, count):
        async with Crowd(site, readers) as crowd:
            before = site.cpu
            arrived = await crowd.news(CHANGES * PAUSE)
            cost = (site.cpu - before) * readers / len(arrived)
        yield _line(f"the start page, {readers} readers", cost, readers, arrived)


def _begun(client: httpx.Client) -> RunningEvent:
    event = RunningEvent(client, PLAYERS, system="swiss", rounds=2, rated=False)
    event.organize("start")
    while not event.open_boards():
        pass
    return event


async def _changes(site: RunningSite, crowd: Crowd, event: RunningEvent) -> tuple[float, list[float]]:
    """Rule a board again and again; return the CPU seconds of one change, and the seconds until each page had it."""
    arrived: list[float] = []
    before = site.cpu
    async with httpx.AsyncClient(base_url=site.url(0), timeout=60, headers=event.organizer.headers) as http:
        for number in range(CHANGES):
            reason = f"ruling {number} of them"
            ruling = {"round": 1, "board": 1, "outcome": "ab"[number % 2], "reason": reason}
            rule = partial(http.post, f"/api/tournaments/{event.id}/rulings", json=ruling)
            _, each = await crowd.arrivals(rule, reason.encode())
            arrived += each
            await asyncio.sleep(PAUSE)
    return (site.cpu - before) / CHANGES, arrived


def _line(name: str, cost: float, readers: int, arrived: list[float]) -> str:
    """Return a row: CPU milliseconds of a change, microseconds of it for each reader, and when pages had it."""
    late = statistics.quantiles(arrived, n=100)[98]
    each = f"{1e6 * cost / readers:.0f} us a reader"
    return f"{name:44}{1000 * cost:9.2f} ms a change, {each}, there after {1000 * late:.0f} ms at p99"
