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
from pathlib import Path
from typing import Final, NamedTuple

import httpx

from tools.load import rows
from tools.load.cost import LoadCost
from tools.load.lobby import Crowd
from tools.load.play import Round
from tools.rig import site as sites
from tools.rig.figures import CostFigure, figure
from tools.rig.guests import ClientKind
from tools.rig.numbers import in_milliseconds, number
from tools.rig.server import ROOT
from tools.rig.site import RunningSite
from tools.rig.tournaments import RunningTournament

GOAL: Final = 1.1  # times what it costs on a small site
PAUSE: Final = 0.125  # seconds between two moves of a table
WARM_UP: Final = 1.0
TURNS: Final = 3
PLAYERS: Final = 64
CHANGES: Final = 20
APART: Final = 0.2  # seconds between two changes, so that no page gets two of them in one
STORED: Final[dict[ClientKind, CostFigure]] = {
    "api": figure("a move on a site that has grown, API", f"{GOAL} times that on a small one", "make load ONLY=growth"),
    "page": figure(
        "a move on a site that has grown, pages", f"{GOAL} times that on a small one", "make load ONLY=growth"
    ),
}
SPECTATORS: Final[dict[ClientKind, CostFigure]] = {
    "api": figure("a spectator of a move, API", f"{GOAL} times one among half as many", "make load ONLY=growth"),
    "page": figure("a spectator of a move, pages", f"{GOAL} times one among half as many", "make load ONLY=growth"),
}
TOURNAMENT_PAGES: Final = figure("500 pages of a tournament, one change", "81 CPU ms", "make load ONLY=growth")
START_PAGES: Final = figure("500 start pages, one change", "51 CPU ms", "make load ONLY=growth")
MAX_MS: Final = {TOURNAMENT_PAGES: 81, START_PAGES: 51}
"""CPU milliseconds for one change, as 85989759 needed."""


class GrowthPlan(NamedTuple):
    """The size of the grown site, the seconds of play, and the checkout that is measured."""

    guests: int
    stored: int
    spectators: int
    readers: int
    tables: int
    seconds: int
    tree: Path


def planned(tree: Path = ROOT) -> GrowthPlan:
    """Return the sizes that the environment asks for."""
    return GrowthPlan(
        number("GUESTS", 10_000), number("STORED", 100_000), number("SPECTATORS", 50), number("READERS", 500),
        number("TABLES", 40), number("SECONDS", 2), tree,
    )  # fmt: skip


async def _compared(first: Round, second: Round, seconds: float) -> tuple[float, float]:
    """Measure each so many seconds, TURNS times in turn; return the medians of the CPU milliseconds for a move."""
    costs: dict[Round, list[float]] = {first: [], second: []}
    for tables in costs:
        await tables.measure(WARM_UP, PAUSE)
    for turn in range(TURNS):
        for tables in (first, second) if turn % 2 == 0 else (second, first):
            costs[tables].append((await tables.measure(seconds, PAUSE)).cost)
    return statistics.median(costs[first]), statistics.median(costs[second])


async def _stored(site: RunningSite, plan: GrowthPlan) -> AsyncIterator[LoadCost]:
    with sites.running("sqlite", 1, redis=False, tree=plan.tree) as grown:
        await asyncio.to_thread(rows.fill, grown, plan.guests, plan.stored)
        for kind, figure_of_kind in STORED.items():
            async with Round(site, kind, plan.tables) as few, Round(grown, kind, plan.tables) as many:
                small, large = await _compared(few, many, plan.seconds)
            sizes = f"{plan.guests:,} guests, {plan.stored:,} stored matches"
            more = f", {large / small:.2f} times that on a small one ({sizes})"
            yield LoadCost(figure_of_kind, large, "CPU ms", more, large <= GOAL * small)


async def _spectators(site: RunningSite, plan: GrowthPlan) -> AsyncIterator[LoadCost]:
    """Yield the cost of one spectator among all of them, with one among half as many."""
    most, half, tables = plan.spectators, plan.spectators // 2, max(1, plan.tables // 5)
    for kind, figure_of_kind in SPECTATORS.items():
        costs = []
        for count in (half, most):
            async with Round(site, kind, tables) as alone, Round(site, kind, tables, count) as watched:
                without, with_them = await _compared(alone, watched, plan.seconds)
            costs.append((with_them - without) / count)
        few, many = costs
        more = f", {many / few:.2f} times one of {half} (of {most})"
        yield LoadCost(figure_of_kind, many, "CPU ms", more, many <= GOAL * few)


async def _pages(site: RunningSite, plan: GrowthPlan) -> AsyncIterator[LoadCost]:
    """Yield the cost of a change while many read a tournament's page, and the start page."""
    readers = plan.readers
    with closing(httpx.Client(base_url=site.url(0), timeout=60)) as client:
        tournament = await asyncio.to_thread(_begun, client)
        async with Crowd(site, readers, f"/tournament/{tournament.id}") as crowd:
            before, arrived = site.cpu, await _rulings(site, crowd, tournament)
            yield _of_pages(TOURNAMENT_PAGES, readers, site.cpu - before, arrived)
    async with Crowd(site, readers) as crowd:
        before, arrived = site.cpu, await crowd.news(CHANGES * APART)
        yield _of_pages(START_PAGES, readers, site.cpu - before, arrived)


def _of_pages(read: CostFigure, readers: int, cpu: float, arrived: list[float]) -> LoadCost:
    spent = 1000 * cpu * readers / len(arrived)
    more = f", there within {in_milliseconds(arrived, 0.99):.0f} ms at p99 ({readers} readers)"
    return LoadCost(read, spent, "CPU ms", more, spent <= MAX_MS[read])


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


async def measure(plan: GrowthPlan, only: str) -> AsyncIterator[LoadCost]:
    """Yield the costs of each part with `only` in its name."""
    parts = {"pages": _pages, "spectators": _spectators, "stored": _stored}
    with sites.running("sqlite", 1, redis=False, tree=plan.tree) as site:
        for name, part in parts.items():
            if only in name:
                async for cost in part(site, plan):
                    yield cost
