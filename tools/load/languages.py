"""The cost of a second language at a table: pages of the same number of matches, drawn in one language and in two."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tools.load.play import Round
from tools.load.stats import LoadStats
from tools.rig.site import Site

ONE: Final = ("en", "en")
TWO: Final = ("en", "fr")
WARM_UP: Final = 2.0  # what is kept when drawn is drawn
TURNS: Final = 3  # of each, in turn: what else the machine does falls on both


async def by_languages(site: Site, name: str, matches: int, seconds: float) -> list[LoadStats]:
    """Return the figures of tables in one language and of those in two, flat out, `seconds` each."""
    rounds = {languages: Round(site, "page", matches, languages) for languages in (ONE, TWO)}
    found: dict[tuple[str, str], list[LoadStats]] = {ONE: [], TWO: []}
    try:
        for tables in rounds.values():
            await tables.measure("", WARM_UP)
        for _ in range(TURNS):
            for languages, tables in rounds.items():
                found[languages].append(await tables.measure("", seconds / TURNS))
    finally:
        for tables in rounds.values():
            await tables.close()
    one, two = (_together(parts) for parts in found.values())
    return [
        replace(one, name=f"{name}, page, one language"),
        replace(two, name=f"{name}, page, two languages", times=two.cost / one.cost),
    ]


def _together(parts: list[LoadStats]) -> LoadStats:
    return LoadStats(
        "",
        sum(part.moves for part in parts),
        sum(part.seconds for part in parts),
        sum(part.cpu for part in parts),
        sum(part.store_cpu for part in parts),
        [latency for part in parts for latency in part.latencies],
        errors=", ".join(dict.fromkeys(part.errors for part in parts if part.errors)),
    )
