"""`make load ONLY=growth`: the cost of a move on a site that has grown, and on a small one on the same machine.

Two sites run at once, and the same number of tables plays at each in turn, at the same pace, so that other work of the
machine affects both. Sizes: GUESTS, STORED matches, SPECTATORS, READERS (of a tournament's page and of the start page);
TABLES play for SECONDS in each of the turns.
"""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import AsyncIterator
from contextlib import closing
from functools import partial
from typing import Final, NamedTuple

import httpx

from tools.load import rows
from tools.load.lobby import Crowd
from tools.load.play import Round
from tools.rig import site as sites
from tools.rig.guests import LIVE, ClientKind
from tools.rig.numbers import in_milliseconds, number
from tools.rig.site import RunningSite
from tools.rig.tournaments import RunningTournament

KINDS: Final[tuple[ClientKind, ...]] = ("api", "page")
GOAL: Final = 1.1
MOST_KIB: Final = 200
PAUSE: Final = 0.125  # seconds between two moves of a table
WARM_UP: Final = 1.0
TURNS: Final = 3
PLAYERS: Final = 64
CHANGES: Final = 20
APART: Final = 0.2  # seconds between two changes, so that no page gets two of them in one
COLUMNS: Final = f"{'CPU ms for a move; goal: at most 1.1 times':44}{'small':>9}{'grown':>9}{'times':>9}"


class GrowthPlan(NamedTuple):
    """The size of the grown site, and the seconds of play."""

    guests: int
    stored: int
    spectators: int
    readers: int
    tables: int
    seconds: int


def sizes() -> GrowthPlan:
    """Return the sizes that the environment asks for."""
    return GrowthPlan(
        number("GUESTS", 10_000), number("STORED", 100_000), number("SPECTATORS", 50), number("READERS", 500),
        number("TABLES", 40), number("SECONDS", 2),
    )  # fmt: skip


def _line(name: str, small: float, grown: float) -> str:
    ratio = grown / small
    return f"{name:44}{small:9.2f}{grown:9.2f}{ratio:9.2f}{'' if ratio <= GOAL else '  above the goal'}"


async def _compared(first: Round, second: Round, seconds: float) -> tuple[float, float]:
    """Measure each so many seconds, TURNS times in turn; return the medians of the CPU milliseconds for a move."""
    costs: dict[Round, list[float]] = {first: [], second: []}
    for tables in costs:
        await tables.measure(WARM_UP, PAUSE)
    for turn in range(TURNS):
        for tables in (first, second) if turn % 2 == 0 else (second, first):
            costs[tables].append((await tables.measure(seconds, PAUSE)).cost)
    return statistics.median(costs[first]), statistics.median(costs[second])


async def _stored(site: RunningSite, plan: GrowthPlan) -> AsyncIterator[str]:
    with sites.running("sqlite", 1, redis=False) as grown:
        await asyncio.to_thread(rows.fill, grown, plan.guests, plan.stored)
        for kind in KINDS:
            async with Round(site, kind, plan.tables) as few, Round(grown, kind, plan.tables) as many:
                found = await _compared(few, many, plan.seconds)
            yield _line(f"{plan.guests:,} guests, {plan.stored:,} stored matches, {kind}", *found)


async def _spectators(site: RunningSite, plan: GrowthPlan) -> AsyncIterator[str]:
    """Yield the cost of one spectator among half of them, and among all."""
    most, half, tables = plan.spectators, plan.spectators // 2, max(1, plan.tables // 5)
    for kind in KINDS:
        costs = []
        for count in (half, most):
            async with Round(site, kind, tables) as alone, Round(site, kind, tables, count) as watched:
                without, with_them = await _compared(alone, watched, plan.seconds)
            costs.append((with_them - without) / count)
        yield _line(f"a spectator of {half}, of {most}, {kind}", *costs)


async def _memory(site: RunningSite, plan: GrowthPlan) -> AsyncIterator[str]:
    """Yield the memory of a match that two pages watch."""
    async with Round(site, "page", plan.tables) as tables:
        await tables.stock(plan.tables)  # the memory that the first ones need for all
        before = site.memory_kib
        await tables.stock(2 * plan.tables)
        kib = (site.memory_kib - before) / (2 * plan.tables)
    yield f"{'a match that two pages watch, KiB':44}{'':9}{kib:9.0f}{'' if kib <= MOST_KIB else '  above the goal'}"


async def _pages(site: RunningSite, plan: GrowthPlan) -> AsyncIterator[str]:
    """Yield the cost of a change while many read a tournament's page, and the start page."""
    readers = plan.readers
    with closing(httpx.Client(base_url=site.url(0), timeout=60)) as client:
        tournament = await asyncio.to_thread(_begun, client)
        async with Crowd(site, readers, f"/tournament/{tournament.id}/{LIVE}") as crowd:
            before, arrived = site.cpu, await _rulings(site, crowd, tournament)
            yield _page_line("a tournament's page", readers, site.cpu - before, arrived)
    async with Crowd(site, readers) as crowd:
        before, arrived = site.cpu, await crowd.news(CHANGES * APART)
        yield _page_line("the start page", readers, site.cpu - before, arrived)


def _page_line(name: str, readers: int, cpu: float, arrived: list[float]) -> str:
    changes = len(arrived) / readers
    late = in_milliseconds(arrived, 0.99)
    return f"{f'{name}, {readers} readers':44}{1000 * cpu / changes:9.2f} ms a change, there after {late:.0f} ms at p99"


def _begun(client: httpx.Client) -> RunningTournament:
    tournament = RunningTournament(client, PLAYERS, system="swiss", rounds=2, rated=False)
    tournament.organize("start")
    while not tournament.open_boards():
        pass
    return tournament


async def _rulings(site: RunningSite, crowd: Crowd, tournament: RunningTournament) -> list[float]:
    """Rule a board again and again; return the seconds until each page had it."""
    arrived: list[float] = []
    async with httpx.AsyncClient(base_url=site.url(0), timeout=60, headers=tournament.organizer.headers) as http:
        for change in range(CHANGES):
            reason = f"ruling {change} of them"
            ruling = {"round": 1, "board": 1, "outcome": "ab"[change % 2], "reason": reason}
            rule = partial(http.post, f"/api/tournaments/{tournament.id}/rulings", json=ruling)
            arrived += (await crowd.arrivals(rule, reason.encode()))[1]
            await asyncio.sleep(APART)
    return arrived


async def measure(plan: GrowthPlan, only: str) -> AsyncIterator[str]:
    """Yield the rows of each part with `only` in its name."""
    parts = {"memory": _memory, "tournament page": _pages, "spectators": _spectators, "stored": _stored}
    with sites.running("sqlite", 1, redis=False) as site:
        for name, part in parts.items():
            if only in name:
                async for row in part(site, plan):
                    yield row
