"""A line of the table that `make feel` prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple


class FeelRow(NamedTuple):
    """A figure, and its goal."""

    what: str
    figure: str
    goal: str
    good: bool


def lines(rows: Iterable[FeelRow]) -> Iterator[str]:
    """Return the rows as a table in Markdown."""
    yield "| what | figure | goal | |"
    yield "|---|---|---|---|"
    for row in rows:
        yield f"| {row.what} | {row.figure} | {row.goal} | {'yes' if row.good else '**no**'} |"
