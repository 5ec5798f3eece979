"""The cost of a move at two sites, measured in turn, so that other work of the machine affects both."""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from typing import Final

from tools.load.play import Round
from tools.rig.guests import ClientKind
from tools.rig.site import RunningSite

PAUSE: Final = 0.125  # seconds between two moves of a table
WARM_UP: Final = 1.0
TURNS: Final = 3


@dataclass(frozen=True, slots=True)
class CostRatio:
    """CPU milliseconds for a move at the small site and at the other one, medians, and the median of the ratios."""

    small: float
    grown: float
    ratio: float


class Tables:
    """Tables of one kind at a small site and as many at another one."""

    def __init__(self, small: Round, grown: Round) -> None:
        self._rounds = (small, grown)

    @classmethod
    def at(cls, small: RunningSite, grown: RunningSite, kind: ClientKind, matches: int) -> Tables:
        """Return so many tables at each site."""
        return cls(Round(small, kind, matches), Round(grown, kind, matches))

    async def compare(self, seconds: float) -> CostRatio:
        """Measure each so many seconds, TURNS times in turn."""
        for tables in self._rounds:
            await tables.measure("", WARM_UP, PAUSE)
        pairs: list[tuple[float, float]] = []
        for turn in range(TURNS):
            order = self._rounds if turn % 2 == 0 else self._rounds[::-1]
            costs = {tables: (await tables.measure("", seconds, PAUSE)).cost for tables in order}
            pairs.append((costs[self._rounds[0]], costs[self._rounds[1]]))
        small, grown = zip(*pairs, strict=True)
        ratio = statistics.median(second / first for first, second in pairs)
        return CostRatio(statistics.median(small), statistics.median(grown), ratio)

    async def close(self) -> None:
        """Leave all tables."""
        for tables in self._rounds:
            await tables.close()
