"""A measured cost, as a row of docs/figures.md, and two trees' costs in one."""

from __future__ import annotations

import statistics
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import NamedTuple

from tools.rig.figures import CostFigure, commit, row


class LoadCost(NamedTuple):
    """A figure's value in a unit, and what else was seen; `reached` is whether an aim of its own is."""

    figure: CostFigure
    value: float
    unit: str
    more: str = ""
    reached: bool = True

    @property
    def row(self) -> str:
        """The row of the figures."""
        return row(self.figure, f"{self.value:.2f} {self.unit}{self.more}", reached=self.reached)


Measure = Callable[[Path], AsyncIterator[LoadCost | str]]
"""Measures a checkout; a text is no cost, but says how far it is, or what is missing."""


async def in_turn(trees: tuple[Path, Path], rounds: int, measure: Measure, command: str) -> AsyncIterator[str]:
    """Measure two checkouts in turn, in another order each time; yield a row for each figure of the second, with its
    median, and its ratio to that of the first: of the medians, and from the least to the most of the rounds."""
    first, second = trees
    seen: dict[CostFigure, dict[Path, list[LoadCost]]] = {}
    for turn in range(rounds):
        for tree in trees if turn % 2 == 0 else reversed(trees):
            async for cost in measure(tree):
                if isinstance(cost, LoadCost):
                    seen.setdefault(cost.figure, {}).setdefault(tree, []).append(cost)
    for figure, costs in seen.items():
        before, now = ([cost.value for cost in costs[tree]] for tree in trees)
        ratios = sorted(new / old for old, new in zip(before, now, strict=True))
        ratio = statistics.median(now) / statistics.median(before)
        compared = f"{ratio:.2f} times that of {commit(first)} ({ratios[0]:.2f} to {ratios[-1]:.2f}, {rounds} rounds)"
        cost = f"{statistics.median(now):.2f} {costs[second][0].unit}, {compared}"
        within = figure.ratio is None or ratio <= figure.ratio
        reached = within and 2 * sum(each.reached for each in costs[second]) > rounds
        yield row(figure, cost, reached=reached, command=command, tree=second)
