"""Rows of cards as they are kept: for every match that a page shows, and in caches."""

from __future__ import annotations

import tracemalloc
from typing import Final

from app.table.pieces import hand_of, realms_of
from engine.match import Match, Options

COUNT: Final = 50
MOST: Final = 1024  # bytes of memory of a row


def test_a_row_takes_little_more_memory_than_its_text() -> None:
    view = Match.new(Options(seed=1, first="A", decks={"A": 1, "B": 2})).view_for("A")
    assert "turn" in view
    side = view["A"]
    assert "hand" in side
    tracemalloc.start()
    try:
        hands = [hand_of("A", side, view, frozenset()) for _ in range(COUNT)]
        lanes = [realms_of("A", view) for _ in range(COUNT)]
        used, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    rows = len(hands) + sum(len(each) for each in lanes)
    assert used < rows * MOST
