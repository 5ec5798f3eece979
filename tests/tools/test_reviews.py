"""What an analysis tells as a costly turn is one, by a search many times as large."""

from __future__ import annotations

from tools.bots.reviews import told_turns


def test_no_costly_turn_is_refuted() -> None:
    told = [each for seed in (0, 3) for each in told_turns("preconstructed", seed)]
    assert told
    assert [each for each in told if each.is_refuted] == []
