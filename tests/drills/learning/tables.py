"""Matches of every kind as the environments play them: each action by chance among the legal ones."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.engine.playing import KINDS
from tools.packages.gym import MatchTable, options_of


def table(kind: str, seed: int) -> MatchTable:
    """Return a new table of a kind of match."""
    return MatchTable.new(options_of(KINDS[kind], seed))


def tables(kind: str, seed: int) -> Iterator[MatchTable]:
    """Yield each moment of a whole match, the last one over."""
    dice = random.Random(f"{kind}/{seed}")
    now = table(kind, seed)
    yield now
    while now.seat is not None:
        now = now.play(now.by_chance(dice))
        yield now
