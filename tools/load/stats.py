"""The figures of a run of players against a server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LoadStats:
    """Moves in `seconds` of play, CPU seconds of the site's workers and of its database, and the times of moves.

    `opening` is CPU seconds for each match opened, joined and connected to; `match_kib` its memory, sockets included.
    `news`: the seconds of the lobby's news to each page; `times`: the cost, as a multiple of that without the lobby's
    sockets.
    """

    name: str
    moves: int
    seconds: float
    cpu: float
    store_cpu: float
    latencies: Sequence[float]
    opening: float = 0.0
    match_kib: float = 0.0
    errors: str = ""
    news: Sequence[float] = ()
    times: float = 0.0

    @property
    def rate(self) -> float:
        """Moves per second."""
        return self.moves / self.seconds

    @property
    def cost(self) -> float:
        """Server CPU seconds per 1000 moves."""
        return 1000 * self.cpu / self.moves

    @property
    def store_cost(self) -> float:
        """CPU seconds of PostgreSQL and Redis per 1000 moves."""
        return 1000 * self.store_cpu / self.moves

    def milliseconds(self, share: float) -> float:
        """Return the time within which this share of the moves reached the opponent."""
        return in_milliseconds(self.latencies, share)

    @property
    def news_ms(self) -> float:
        """Milliseconds until the news were at half of the pages."""
        return in_milliseconds(self.news, 0.5)


def in_milliseconds(seconds: Sequence[float], share: float) -> float:
    """Return the milliseconds within which this share of these lies."""
    ordered = sorted(seconds)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


COLUMNS = f"{'':42}{'moves/s':>9}{'p50 ms':>8}{'p99 ms':>8}{'CPU s/1000':>12}{'store CPU':>11}"


def line(figures: LoadStats) -> str:
    """Return one row of the table."""
    times = "".join([f"{figures.milliseconds(share):8.1f}" for share in (0.5, 0.99)]) if figures.latencies else " " * 16
    shown = f"{figures.name:42}{figures.rate:9,.0f}{times}"
    shown += f"{figures.cost:12.3f}{figures.store_cost:11.3f}"
    if figures.news:
        shown += f"  x {figures.times:.2f} of that alone; news p50 {figures.news_ms:.0f} ms"
    return shown + (f"  refused: {figures.errors}" if figures.errors else "")
