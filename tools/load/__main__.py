"""`make load MATCHES=… SECONDS=… ONLY=…`: concurrent matches against servers that it starts itself, on 127.0.0.1.

Each configuration is played flat out (every player answers at once), then at half that pace: alone, with 2,000 idle
sockets in the lobby, and with as many matches of people (a turn in five seconds) against bots; opening matches is
measured apart. With two workers the players of every match sit at different ones; "routed", both come through nginx,
which sends what is about one match to one worker. Then come the rows of `people` and of `growth`, by their own sizes.
ONLY is a part of the names of those rows that are wanted, such as "sqlite, 1", "people" or "growth: lobby".
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from dataclasses import replace

import uvloop

from tools.load import people
from tools.load.bots import BotMatches
from tools.load.growth import growing
from tools.load.lobby import Crowd
from tools.load.play import Round
from tools.load.stats import COLUMNS, LoadStats, line
from tools.python_build import described
from tools.rig import site as sites
from tools.rig.guests import ClientKind
from tools.rig.numbers import number
from tools.rig.programs import NotAvailable
from tools.rig.site import RunningSite
from tools.rig.termination import end_in_order

KINDS: tuple[ClientKind, ...] = ("api", "page")
CONFIGURATIONS = (
    ("sqlite", 1, False), ("sqlite", 2, False), ("postgresql", 1, False), ("postgresql", 2, False),
    ("postgresql", 2, True),
)  # fmt: skip
WARM_UP = 1.0
CROWD = 2000


async def measure(
    site: RunningSite, name: str, kind: ClientKind, matches: int, seconds: int, crowd: int = CROWD
) -> list[LoadStats]:
    """Measure flat out, at half that pace, and at this with idle sockets in the lobby and as many matches against
    bots."""
    tables = Round(site, kind, matches)
    try:
        await tables.measure("", WARM_UP)
        memory, opened = site.memory_kib, tables.opened
        await tables.stock(matches)
        match_kib = (site.memory_kib - memory) / (tables.opened - opened)
        fast = await tables.measure(f"{name}, {kind}, flat out", seconds)
        pause = 2 * matches / fast.rate
        half = await tables.measure(f"{name}, {kind}, half of that", seconds, pause)
        async with Crowd(site, crowd) as lobby:
            idle = await tables.measure(f"{name}, {kind}, {crowd:,} in the lobby", seconds, pause)
            news, _ = await asyncio.gather(lobby.news(seconds), tables.measure("", seconds, pause))
        async with BotMatches(site, matches) as others:
            await others.all_began()
            with_bots = await tables.measure(f"{name}, {kind}, with as many bots", seconds, pause)
        opening = tables.opening_cpu / tables.opened
        return [
            replace(fast, opening=opening, match_kib=match_kib),
            half,
            replace(idle, news=news, times=idle.cost / half.cost),
            with_bots,
        ]
    finally:
        await tables.close()


def _lines(matches: int, seconds: int, only: str) -> Iterator[str]:
    costs: list[tuple[str, float, float]] = []
    for database, workers, routed in CONFIGURATIONS:
        name = f"{database}, {workers} worker{'s' if workers > 1 else ''}{', routed' if routed else ''}"
        if only not in name:
            continue
        try:
            redis = workers > 1 or database == "postgresql"
            with sites.running(database, workers, redis=redis, routed=routed) as site:
                for kind in KINDS:
                    found = uvloop.run(measure(site, name, kind, matches, seconds))
                    yield from map(line, found)
                    costs.append((f"{name}, {kind}", found[0].opening, found[0].match_kib))
        except NotAvailable as missing:
            yield f"{name:42}left out: {missing}"
    yield ""
    yield f"{'a match opened, joined, connected to':42}{'CPU ms':>9}{'KiB':>8}"
    for name, opening, kib in costs:
        yield f"{name:42}{1000 * opening:9.1f}{kib:8.0f}"


def main() -> None:
    """Print the tables."""
    end_in_order()
    only = os.environ.get("ONLY", "")
    part, _, of_growth = only.partition(": ")
    matches, seconds = number("MATCHES", 100), number("SECONDS", 5)
    print(f"{matches} matches at once, {seconds} s of play for each row, {described()}, 127.0.0.1")
    if only not in ("people", "growth") and part != "growth":
        print(COLUMNS)
        for row in _lines(matches, seconds, only):
            print(row, flush=True)
    if only in "people":
        people.main()
    if part in "growth":
        growing.main(of_growth)


if __name__ == "__main__":
    main()
