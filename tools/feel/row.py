"""A line of the table that `make feel` prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tools.rig.figures import CostFigure, row


class FeelRow(NamedTuple):
    """A figure that was measured, and whether its aim is reached."""

    figure: CostFigure
    cost: str
    good: bool


def lines(rows: Iterable[FeelRow], tree: Path) -> Iterator[str]:
    """Return the rows as they stand in docs/figures.md, of what `tree` has committed."""
    for each in rows:
        yield row(each.figure, each.cost, reached=each.good, tree=tree)
