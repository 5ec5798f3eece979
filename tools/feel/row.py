"""A line of the table that `make feel` prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tools.rig import figures
from tools.rig.figures import CostFigure, row


class FeelRow(NamedTuple):
    """What was measured, and whether its aim is reached."""

    figure: CostFigure
    cost: str
    good: bool


def lines(rows: Iterable[FeelRow]) -> Iterator[str]:
    """Return the rows as they stand in docs/figures.md."""
    yield figures.HEAD
    for each in rows:
        yield row(each.figure, each.cost, reached=each.good)
