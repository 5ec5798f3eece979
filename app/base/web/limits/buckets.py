"""Token buckets: so much at once after a rest, and so much a second in the long run."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import islice
from typing import Final, NamedTuple

MAX_BUCKETS: Final = 100_000  # beyond that the oldest are forgotten
SWEEP_EVERY: Final = 60.0  # seconds


class RefillRate(NamedTuple):
    """An amount per second, and an amount at once after a rest."""

    per_second: float
    at_once: float


class Bucket:
    """One bucket, with rates that all must allow an amount. By virtual scheduling (GCRA): it keeps only the time at
    which it will be full again by each rate."""

    __slots__ = ("_full_at", "_rates")

    def __init__(self, *rates: RefillRate) -> None:
        self._rates = rates
        self._full_at = [0.0] * len(rates)

    def wait(self, amount: float, now: float) -> float:
        """Return the seconds until this amount can be taken; a full one gives any amount."""
        if max(self._full_at) <= now:  # full, as it is for almost every message
            return 0.0
        pairs = zip(self._rates, self._full_at, strict=True)
        return max(0.0, *(full - now + (amount - rate.at_once) / rate.per_second for rate, full in pairs))

    def take(self, amount: float, now: float) -> None:
        """Take tokens even if they are not there: the next request waits longer."""
        for number, full_at in enumerate(self._full_at):
            self._full_at[number] = (full_at if full_at > now else now) + amount / self._rates[number].per_second

    def is_full(self, now: float) -> bool:
        """True if nothing is missing."""
        return max(self._full_at) <= now


class Buckets:
    """A bucket for each key. Full ones are forgotten now and then, and the oldest where there are too many."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, Bucket] = {}
        self._sweep_at = 0.0

    def __len__(self) -> int:
        return len(self._kept)

    def of(self, key: Hashable, rates: tuple[RefillRate, ...], now: float) -> Bucket:
        bucket = self._kept.get(key)
        if bucket is None:
            if now >= self._sweep_at or len(self._kept) >= MAX_BUCKETS:
                self._sweep(now)
            bucket = self._kept[key] = Bucket(*rates)
        return bucket

    def _sweep(self, now: float) -> None:
        self._sweep_at = now + SWEEP_EVERY
        kept = {key: bucket for key, bucket in self._kept.items() if not bucket.is_full(now)}
        self._kept = dict(islice(kept.items(), max(0, len(kept) - MAX_BUCKETS * 9 // 10), None))
