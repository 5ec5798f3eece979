"""`make load MATCHES=… SECONDS=… ONLY=… TREES="A B" ROUNDS=…`: rows of docs/figures.md, of its own servers.

In each configuration matches are opened, then played flat out (every player answers at once), then, on SQLite, at half
that pace. With two workers the players of every match sit at different ones; "routed", both come through nginx, which
sends what is about one match to one worker. Then come "people" and "growth", with sizes of their own
(`tools/load/growth.py`). ONLY is a part of the name of what is wanted: "sqlite, 1", "people", "growth: stored".

TREES are two folders with a checkout each, in which `make install` has run: `git worktree add ../before 85989759` makes
one of an earlier commit. They are measured in turn, ROUNDS times, and each row has the median of the second, and its
ratio to the first. Both are on SQLite, and play as this folder's tools do; ONLY may be "api", "page" or "growth".
"""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import uvloop

from tools.load import growth
from tools.load.bots import LEVEL, bot_matches
from tools.load.cost import LoadCost, in_turn
from tools.load.lobby import Crowd
from tools.load.play import LoadStats, Round
from tools.python_build import described
from tools.rig import figures
from tools.rig import site as sites
from tools.rig.figures import CostFigure, figure
from tools.rig.guests import ClientKind
from tools.rig.numbers import number
from tools.rig.programs import NotAvailable
from tools.rig.server import ROOT
from tools.rig.termination import end_in_order


class SiteShape(NamedTuple):
    """A configuration of a site."""

    name: str
    database: str
    workers: int
    routed: bool = False


ALONE: Final = SiteShape("sqlite, 1 worker", "sqlite", 1)
SHAPES: Final = (
    ALONE,
    SiteShape("postgresql, 1 worker", "postgresql", 1),
    SiteShape("postgresql, 2 workers", "postgresql", 2),
    SiteShape("postgresql, 2 workers, routed", "postgresql", 2, routed=True),
)
KINDS: Final[dict[ClientKind, str]] = {"api": "API", "page": "pages"}
BASE: Final = "48548a41"
"""The commit to which the aims of moves and openings compare."""


def _figures(what: str, api: float, page: float) -> dict[ClientKind, CostFigure]:
    command = f'make load ONLY="{ALONE.name}"'
    ratios: dict[ClientKind, float] = {"api": api, "page": page}
    return {
        kind: figure(f"{what}, {KINDS[kind]}", f"{ratio} of {BASE}", command, ratio) for kind, ratio in ratios.items()
    }


FLAT_OUT: Final = {ALONE: _figures("a move flat out", api=0.85, page=0.8)} | {
    shape: {
        kind: figure(f"a move flat out, {shape.name}, {name}", "", f'make load ONLY="{shape.name}"')
        for kind, name in KINDS.items()
    }
    for shape in SHAPES
    if shape != ALONE
}
AT_HALF: Final = _figures("a move at half that pace", api=0.85, page=0.85)
OPENED: Final = _figures("a match opened, joined and connected to", api=0.8, page=0.8)
WATCHED: Final[dict[ClientKind, CostFigure]] = {
    "api": figure("a match in memory that two programs follow", "", f'make load ONLY="{ALONE.name}"'),
    "page": figure("a match in memory that two pages watch", "200 KiB", f'make load ONLY="{ALONE.name}"'),
}
START: Final = figure("a start, until a worker answers", "1.6 CPU s", f'make load ONLY="{ALONE.name}"')
PEOPLE: Final = figure("duels of pages, a move each 5 s", "300 under 100 ms at p99", "make load ONLY=people")
MAX_START: Final = 1.6  # CPU seconds
MAX_KIB: Final = 200
WARM_UP: Final = 1.0
PACE: Final = 5.0  # seconds between two moves of a duel of people
LIMIT_MS: Final = 100.0
DUELS: Final = 300
STEPS: Final = 8
READY: Final = 10  # duels that are ready when others end


def _moves(measured: CostFigure, found: LoadStats) -> LoadCost:
    """Return the cost of a move; with it what it cost the database, and how fast moves came and went."""
    store = f", {1000 * found.store_cpu / found.moves:.2f} of the database" if found.store_cpu else ""
    pace = f"; {found.moves / found.seconds:,.0f} moves a second"
    times = f", {found.milliseconds(0.5):.1f} ms at p50, {found.milliseconds(0.99):.1f} at p99"
    refused = f"; refused: {found.errors}" if found.errors else ""
    return LoadCost(measured, found.cost, "CPU ms", f"{store}{pace}{times}{refused}")


async def moves(matches: int, seconds: float, only: str, tree: Path) -> AsyncIterator[LoadCost | str]:
    """Yield the costs of each configuration with `only` in its name."""
    for shape in SHAPES:
        try:
            for kind in KINDS:
                if only in f"{shape.name}, {kind}":
                    async for cost in _moves_at(shape, kind, matches, seconds, tree):
                        yield cost
        except NotAvailable as missing:
            yield f"{shape.name}: left out: {missing}"


async def _moves_at(
    shape: SiteShape, kind: ClientKind, matches: int, seconds: float, tree: Path
) -> AsyncIterator[LoadCost | str]:
    redis = shape.database != "sqlite"
    with sites.running(shape.database, shape.workers, redis=redis, routed=shape.routed, tree=tree) as site:
        start = site.cpu
        async with Round(site, kind, matches) as tables:
            cpu, kib = await tables.opening()
            await tables.measure(WARM_UP)
            flat_out = await tables.measure(seconds)
            yield _moves(FLAT_OUT[shape][kind], flat_out)
            if shape == ALONE:
                pause = 2 * matches * flat_out.seconds / flat_out.moves
                yield _moves(AT_HALF[kind], await tables.measure(seconds, pause))
                yield LoadCost(OPENED[kind], cpu, "CPU ms")
                yield LoadCost(WATCHED[kind], kib, "KiB", reached=kind == "api" or kib <= MAX_KIB)
    if shape == ALONE and kind == "page":
        yield LoadCost(START, start, "CPU s", reached=start <= MAX_START)


async def people(duels: int, bots: int, lobby: int, seconds: float) -> AsyncIterator[LoadCost | str]:
    """Yield the most duels of pages with a move each five seconds of which 99 moves in a hundred are with the opponent
    within LIMIT_MS, among so many, twice as many and so on; with them play bots, and start pages are open."""
    carried, seen = 0, ""
    with sites.running("sqlite", 1, redis=False) as site:
        async with Crowd(site, lobby), bot_matches(site, bots), Round(site, "page", duels) as tables:
            for count in range(duels, (STEPS + 1) * duels, duels):
                tables.enlarge(count, READY)
                await tables.measure(PACE, PACE)
                found = await tables.measure(seconds, PACE)
                late = found.milliseconds(0.99)
                seen += f"{', ' if seen else ''}{count:,} {late:.0f} ms, {found.cost:.2f} CPU ms"
                yield f"{count:,} duels: {late:.0f} ms at p99"
                if late > LIMIT_MS:
                    break
                carried = count
    more = f" (at p99, and for a move, {seen}; {bots} against level {LEVEL}, {lobby} start pages)"
    yield LoadCost(PEOPLE, carried, "duels", more, carried >= DUELS)


async def _print(costs: AsyncIterator[LoadCost | str]) -> None:
    async for cost in costs:
        print(cost if isinstance(cost, str) else cost.row, flush=True)


def _trees(names: str) -> tuple[Path, Path]:
    """Return the two checkouts, or end with a sentence."""
    found = [Path(name).resolve() for name in names.split()]
    if len(found) != 2:
        sys.exit(f'TREES must be two folders, as in TREES="../before .", not {names!r}.')
    for tree in found:
        if not (tree / ".venv" / "bin" / "python").exists():
            sys.exit(f"{tree} must be a checkout in which make install has run: it has no .venv/bin/python.")
    return found[0], found[1]


def main() -> None:
    """Print the rows."""
    end_in_order()
    only = os.environ.get("ONLY", "")
    part, _, of_growth = only.partition(": ")
    matches, seconds = number("MATCHES", 100), number("SECONDS", 5)
    print(f"{described()}, 127.0.0.1\n{figures.HEAD}", flush=True)
    if trees := os.environ.get("TREES"):
        kind = f"{ALONE.name}, {only}" if only in KINDS else ALONE.name
        of_moves = partial(moves, matches, seconds, kind)
        measure = (lambda tree: growth.measure(growth.planned(tree), of_growth)) if part == "growth" else of_moves
        rounds = number("ROUNDS", 5)
        named = f' ONLY="{only}"' if " " in only else f" ONLY={only}" if only else ""
        command = f'make load{named} TREES="A B" ROUNDS={rounds}'
        uvloop.run(_print(in_turn(_trees(trees), rounds, measure, command)))
        return
    if part not in ("people", "growth"):
        uvloop.run(_print(moves(matches, seconds, only, ROOT)))
    if only in "people":
        uvloop.run(
            _print(people(number("DUELS", DUELS), number("BOTS", 50), number("LOBBY", 200), number("SECONDS", 20)))
        )
    if part in "growth":
        uvloop.run(_print(growth.measure(growth.planned(), of_growth)))


if __name__ == "__main__":
    main()
