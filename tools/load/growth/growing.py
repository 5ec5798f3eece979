"""`make load ONLY=growth`: the cost of a move on a site that has grown, and on a small one on the same machine, on
127.0.0.1.

Two sites run at once, and the same number of tables plays at each in turn, at the same pace. One of them grows from row
to row: guests, stored matches, matches in memory, readers in the lobby. Sizes: GUESTS, STORED, LIVE, LOBBY, SPECTATORS,
READERS (of an event's page); TABLES play for SECONDS in each of the turns.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager, closing
from typing import Final, NamedTuple, TypeAlias

import httpx
import uvloop

from tools.load.growth.compare import CostRatio, Tables
from tools.load.growth.event_page import spectators_of_an_event
from tools.load.growth.rows import SiteRows
from tools.load.lobby import Crowd
from tools.load.play import Round
from tools.python_build import described
from tools.rig import site as sites
from tools.rig.guests import ApiClient, ClientKind
from tools.rig.numbers import number
from tools.rig.site import RunningSite

KINDS: Final[tuple[ClientKind, ...]] = ("api", "page")
GOAL: Final = 1.1
MOST_KIB: Final = 200
AT_ONCE: Final = 20


class GrowthPlan(NamedTuple):
    """The size of the grown site, and the seconds of play."""

    guests: int
    stored: int
    live: int
    lobby: int
    spectators: int
    readers: int
    tables: int
    seconds: int


def line(name: str, found: CostRatio) -> str:
    """Return one row of the table."""
    return f"{name:44}{found.small:9.2f}{found.grown:9.2f}{found.ratio:9.2f}{_verdict(found.ratio <= GOAL)}"


def _verdict(reached: bool) -> str:
    return "" if reached else "  above the goal"


async def _hold_in_memory(site: RunningSite, ids: list[str]) -> None:
    limit = asyncio.Semaphore(AT_ONCE)
    async with httpx.AsyncClient(base_url=site.url(0), timeout=60) as http:
        guest = await ApiClient().guest(http, "Ann")

        async def open_match(match_id: str) -> None:
            async with limit:
                (await http.get(f"/api/matches/{match_id}", headers=guest.headers)).raise_for_status()

        await asyncio.gather(*(open_match(match_id) for match_id in ids))


async def growing(
    small: RunningSite, grown: RunningSite, rows: SiteRows, sizes: GrowthPlan, only: str
) -> AsyncIterator[str]:
    """Yield a row for each step in which the site grows; each step stays."""

    async def live() -> None:
        await _hold_in_memory(grown, await asyncio.to_thread(rows.add_in_play, sizes.live))

    steps: list[tuple[str, Callable[[], Awaitable[None]]]] = [
        ("nothing: two small sites", lambda: asyncio.sleep(0)),
        (f"{sizes.guests:,} guests", lambda: asyncio.to_thread(rows.add_guests, sizes.guests)),
        (f"and {sizes.stored:,} stored matches", lambda: asyncio.to_thread(rows.add_finished, sizes.stored)),
        (f"and {sizes.live:,} matches in play", live),
    ]
    if not any(only in name for name in ("lobby", *(name for name, _ in steps))):
        return
    tables = {kind: Tables.at(small, grown, kind, sizes.tables) for kind in KINDS}
    try:
        for name, grow in steps:
            await grow()
            if only in name:
                for kind in KINDS:
                    yield line(f"{name}, {kind}", await tables[kind].compare(sizes.seconds))
        if only in "lobby":
            async with Crowd(grown, sizes.lobby):
                for kind in KINDS:
                    found = await tables[kind].compare(sizes.seconds)
                    yield line(f"and {sizes.lobby:,} readers in the lobby, {kind}", found)
    finally:
        for each in tables.values():
            await each.close()


async def within_a_match(site: RunningSite, sizes: GrowthPlan, only: str) -> AsyncIterator[str]:
    """Yield rows about spectators."""
    few = max(1, sizes.tables // 5)
    for kind in KINDS:
        if only in "spectators":
            found = await _spectators(site, kind, sizes, few)
            yield line(f"a spectator of {sizes.spectators}, of half as many, {kind}", found)


async def _spectators(site: RunningSite, kind: ClientKind, sizes: GrowthPlan, few: int) -> CostRatio:
    """Return the cost of one spectator among half of them, and among all."""
    most, half = sizes.spectators, sizes.spectators // 2
    alone, some, many = (Round(site, kind, few, spectators=count) for count in (0, half, most))
    with_some, with_many = Tables(alone, some), Tables(alone, many)
    first, second = await with_some.compare(sizes.seconds), await with_many.compare(sizes.seconds)
    for tables in (alone, some, many):
        await tables.close()
    each = (first.grown - first.small) / half
    of_all = (second.grown - second.small) / most
    return CostRatio(each, of_all, of_all / each)


async def memory(site: RunningSite, sizes: GrowthPlan) -> str:
    """Return the row about the memory of a match that two pages watch."""
    tables = Round(site, "page", sizes.tables)
    await tables.stock(sizes.tables)  # the memory that the first ones need for all
    before = site.memory_kib
    await tables.stock(2 * sizes.tables)
    kib = (site.memory_kib - before) / (2 * sizes.tables)
    await tables.close()
    return f"{'a match that two pages watch, KiB':44}{'':9}{kib:9.0f}{'':9}{_verdict(kib <= MOST_KIB)}"


@asynccontextmanager
async def _running(sizes: GrowthPlan) -> AsyncIterator[tuple[RunningSite, RunningSite, SiteRows]]:
    with ExitStack() as stack:
        small = stack.enter_context(sites.running("sqlite", 1, redis=False))
        grown = stack.enter_context(sites.running("sqlite", 1, redis=False))
        yield small, grown, stack.enter_context(closing(SiteRows(grown)))


Printer: TypeAlias = Callable[[str], None]


async def measure(sizes: GrowthPlan, only: str, say: Printer) -> None:
    async with _running(sizes) as (small, grown, rows):
        if only in "memory":
            say(await memory(small, sizes))
        if only in "event page":
            async for row in spectators_of_an_event(small, sizes.readers):
                say(row)
        async for row in within_a_match(small, sizes, only):
            say(row)
        async for row in growing(small, grown, rows, sizes, only):
            say(row)


def main(only: str) -> None:
    """Print the table, or the rows with `only` in their names."""
    sizes = GrowthPlan(
        number("GUESTS", 10_000), number("STORED", 100_000), number("LIVE", 5_000), number("LOBBY", 2_000),
        number("SPECTATORS", 50), number("READERS", 500), number("TABLES", 40), number("SECONDS", 2),
    )  # fmt: skip
    print(f"{sizes.tables} tables at each site, {sizes.seconds} s in each turn, {described()}, 127.0.0.1")
    print(f"{'CPU ms for a move; goal: at most 1.1 times':44}{'small':>9}{'grown':>9}{'times':>9}")
    uvloop.run(measure(sizes, only, lambda row: print(row, flush=True)))
