"""`make load MATCHES=… SECONDS=… ONLY=…`: concurrent matches against servers that it starts itself, on 127.0.0.1.

Each configuration is played flat out: every player answers at once. With two workers the players of every match sit at
different ones; "routed", both come through nginx, which sends what is about one match to one worker. Then come "people"
and "growth", with sizes of their own (tools/load/people.py, tools/load/growth.py). ONLY is a part of the names of those
rows that are wanted, such as "sqlite, 1", "people" or "growth: memory".
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator

import uvloop

from tools.load import growth
from tools.load.bots import LEVEL, bot_matches
from tools.load.lobby import Crowd
from tools.load.play import LoadStats, Round
from tools.python_build import described
from tools.rig import site as sites
from tools.rig.guests import ClientKind
from tools.rig.numbers import number
from tools.rig.programs import NotAvailable
from tools.rig.termination import end_in_order

KINDS: tuple[ClientKind, ...] = ("api", "page")
CONFIGURATIONS = (("sqlite", 1, False), ("postgresql", 1, False), ("postgresql", 2, False), ("postgresql", 2, True))
WARM_UP = 1.0
PACE = 5.0  # seconds between two moves of a duel of people
LIMIT_MS = 100.0
STEPS = 8
READY = 10  # duels that are ready when others end
COLUMNS = f"{'':34}{'moves/s':>9}{'p50 ms':>8}{'p99 ms':>8}{'CPU ms':>9}{'store CPU':>11}"


def line(name: str, found: LoadStats) -> str:
    """Return one row of the table."""
    times = f"{found.milliseconds(0.5):8.1f}{found.milliseconds(0.99):8.1f}"
    store = 1000 * found.store_cpu / found.moves
    refused = f"  refused: {found.errors}" if found.errors else ""
    return f"{name:34}{found.moves / found.seconds:9,.0f}{times}{found.cost:9.3f}{store:11.3f}{refused}"


async def flat_out(matches: int, seconds: float, only: str) -> AsyncIterator[str]:
    """Yield the row of each configuration with `only` in its name."""
    for database, workers, routed in CONFIGURATIONS:
        where = f"{database}, {workers} worker{'s' if workers > 1 else ''}{', routed' if routed else ''}"
        try:
            for kind in KINDS if only in where else ():
                with sites.running(database, workers, redis=database != "sqlite", routed=routed) as site:
                    async with Round(site, kind, matches) as tables:
                        await tables.measure(WARM_UP)
                        yield line(f"{where}, {kind}", await tables.measure(seconds))
        except NotAvailable as missing:
            yield f"{where:34}left out: {missing}"


async def people(duels: int, bots: int, lobby: int, seconds: float) -> AsyncIterator[str]:
    """Yield a row for so many duels of pages with a move each five seconds, twice as many and so on, until one move in
    a hundred takes longer than LIMIT_MS to the opponent; with them play bots, and start pages are open."""
    with sites.running("sqlite", 1, redis=False) as site:
        async with Crowd(site, lobby), bot_matches(site, bots), Round(site, "page", duels) as tables:
            for count in range(duels, (STEPS + 1) * duels, duels):
                tables.enlarge(count, READY)
                await tables.measure(PACE, PACE)
                found = await tables.measure(seconds, PACE)
                yield line(f"people, {count:,} duels", found)
                if found.milliseconds(0.99) > LIMIT_MS:
                    yield f"It bends at {count:,} duels."
                    return


async def _print(rows: AsyncIterator[str]) -> None:
    async for row in rows:
        print(row, flush=True)


def main() -> None:
    """Print the tables."""
    end_in_order()
    only = os.environ.get("ONLY", "")
    part, _, of_growth = only.partition(": ")
    print(f"{described()}, 127.0.0.1\n{COLUMNS}", flush=True)
    if part not in ("people", "growth"):
        uvloop.run(_print(flat_out(number("MATCHES", 100), number("SECONDS", 5), only)))
    if only in "people":
        duels, bots, lobby = number("DUELS", 300), number("BOTS", 50), number("LOBBY", 200)
        print(f"{bots} matches against level {LEVEL}, {lobby:,} pages in the lobby")
        uvloop.run(_print(people(duels, bots, lobby, number("SECONDS", 20))))
    if part in "growth":
        sizes = growth.sizes()
        print(f"{sizes.tables} tables at each site, {sizes.seconds} s in each turn\n{growth.COLUMNS}")
        uvloop.run(_print(growth.measure(sizes, of_growth)))


if __name__ == "__main__":
    main()
