"""The cost of the page of the deal of the day while many read it, compared with the start page's."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import AsyncIterator, Mapping
from typing import Final, NamedTuple

import httpx

from app.puzzles import daily
from tools.growth.rows import SiteRows
from tools.rig.guests import BrowserClient
from tools.rig.site import RunningSite

RESULTS: Final = 200  # in the table, of which it shows the first hundred
ROUNDS: Final = 4  # of both pages in turn; a result comes in before each
AT_ONCE: Final = 20


class _PageReading(NamedTuple):
    cpu: float
    seconds: list[float]  # until each reader had the page


async def readers_of_a_deal(site: RunningSite, rows: SiteRows, count: int) -> AsyncIterator[str]:
    """Yield the rows: so many readers of the page of the day, and as many of the start page; half of them guests."""
    day = daily.today().isoformat()
    await asyncio.to_thread(rows.add_tries, day, RESULTS)
    pages: dict[str, list[_PageReading]] = {f"/deals/{day}": [], "/": []}
    limits = httpx.Limits(max_connections=AT_ONCE)
    async with httpx.AsyncClient(base_url=site.url(0), timeout=60, limits=limits) as http:
        guest = await BrowserClient().guest(http, "Ann")
        for number in range(ROUNDS):
            await asyncio.to_thread(rows.add_tries, day, 1, RESULTS + number)
            for path, found in pages.items():
                found.append(await _read(site, http, path, guest.headers, count))
    for name, found in zip(("the page of the day", "the start page"), pages.values(), strict=True):
        cost = statistics.median(one.cpu for one in found) / count
        late = statistics.quantiles((seconds for one in found for seconds in one.seconds), n=100)[98]
        yield f"{f'{name}, {count} readers':44}{1000 * cost:9.2f} ms a reader, there after {1000 * late:.0f} ms at p99"


async def _read(
    site: RunningSite, http: httpx.AsyncClient, path: str, headers: Mapping[str, str], count: int
) -> _PageReading:
    seconds: list[float] = []

    async def one(number: int) -> None:
        async with limit:
            began = time.perf_counter()
            (await http.get(path, headers=headers if number % 2 else {})).raise_for_status()
            seconds.append(time.perf_counter() - began)

    limit = asyncio.Semaphore(AT_ONCE)
    before = site.cpu
    await asyncio.gather(*(one(number) for number in range(count)))
    return _PageReading(site.cpu - before, seconds)
