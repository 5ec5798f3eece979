"""`make load ONLY=people DUELS=… BOTS=… LOBBY=… SECONDS=…`: a site of people, and how many of them one worker carries.

Duels of pages with clocks, a move each five seconds; with them matches against bots of level 6, and start pages open in
the lobby. The number of duels grows until one move in a hundred takes longer than LIMIT_MS to the opponent, or STEPS
are done. Everything runs on 127.0.0.1: players and bots share the machine with the site.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

import uvloop

from tools.load.bots import BotMatches
from tools.load.lobby import Crowd
from tools.load.play import Round
from tools.load.stats import LoadStats
from tools.python_build import described
from tools.rig import site as sites
from tools.rig.numbers import number
from tools.rig.site import RunningSite
from tools.rig.termination import end_in_order

PACE: Final = 5.0  # seconds between two moves of a duel
LEVEL: Final = 6
LIMIT_MS: Final = 100.0
STEPS: Final = 8
READY: Final = 10  # duels that are ready when others end
COLUMNS: Final = f"{'duels':>6}{'moves/s':>9}{'p50 ms':>8}{'p99 ms':>8}{'cores':>7}{'duels a core':>14}"


def _cores(found: LoadStats) -> float:
    """The number of cores the site's worker used, without the bots' processes."""
    return found.cpu / found.seconds


def line(duels: int, found: LoadStats) -> str:
    """Return one row of the table."""
    times = f"{found.milliseconds(0.5):8.1f}{found.milliseconds(0.99):8.1f}"
    return f"{duels:6,}{found.rate:9.1f}{times}{_cores(found):7.2f}{duels / _cores(found):14,.0f}"


async def ramp(site: RunningSite, duels: int, bots: int, lobby: int, seconds: float) -> AsyncIterator[str]:
    """Yield a row for so many duels, twice as many and so on, up to the limit."""
    tables = Round(site, "page", duels)
    try:
        async with Crowd(site, lobby), BotMatches(site, bots, LEVEL) as others:
            await others.all_began()
            for count in range(duels, (STEPS + 1) * duels, duels):
                tables.enlarge(count, READY)
                await tables.measure("", PACE, PACE)
                found = await tables.measure("", seconds, PACE)
                yield line(count, found)
                if found.errors:
                    yield f"refused: {found.errors}"
                if found.milliseconds(0.99) > LIMIT_MS:
                    yield f"It bends at {count:,} duels."
                    return
        yield f"It does not bend up to {STEPS * duels:,} duels."
    finally:
        await tables.close()


async def _run(duels: int, bots: int, lobby: int, seconds: float) -> None:
    with sites.running("sqlite", 1, redis=False) as site:
        async for row in ramp(site, duels, bots, lobby, seconds):
            print(row, flush=True)


def main() -> None:
    """Print the table."""
    end_in_order()
    duels, bots, lobby = number("DUELS", 300), number("BOTS", 50), number("LOBBY", 200)
    print(f"{bots} matches against level {LEVEL}, {lobby:,} pages in the lobby, {described()}, 127.0.0.1")
    print(COLUMNS)
    uvloop.run(_run(duels, bots, lobby, number("SECONDS", 20)))
