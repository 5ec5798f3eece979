"""Rows of cards as they are kept: for every match that a page shows, and in caches."""

from __future__ import annotations

import tracemalloc
from typing import Final

from app.matches.table.hands import hands_of
from app.matches.table.realms import realms_of
from engine.match import Match, Options

COUNT: Final = 50
MAX_BYTES: Final = 1024  # bytes of memory of a row


def test_a_row_takes_little_more_memory_than_its_text() -> None:
    view = Match.new(Options(seed=1, first="A", decks={"A": 1, "B": 2})).view_for("A")
    assert "turn" in view
    tracemalloc.start()
    try:
        hands = [hands_of(view, "A") for _ in range(COUNT)]
        lanes = [realms_of(view) for _ in range(COUNT)]
        used, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    rows = sum(map(len, hands)) + sum(map(len, lanes))
    assert used < rows * MAX_BYTES
