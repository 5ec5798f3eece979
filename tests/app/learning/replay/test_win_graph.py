"""The chance to win along a replay: between nothing and certain, and certain at the end."""

from __future__ import annotations

import pytest

from app.learning.replay.win_graph import WinPoint, graph_of, turning_point
from app.matches.helpers.timeline import ReplayTimeline
from engine.record import MatchRecord
from tests.app.learning.replay.records import golden


def test_the_line_ends_where_the_match_was_won() -> None:
    record = MatchRecord.from_json(golden("2022-duel-preconstructed"))
    line = graph_of(ReplayTimeline(record))
    assert record.result is not None and line.points[-1].chance == float(record.result.winner == "A")
    assert all(0 <= point.chance <= 1 for point in line.points)
    steps = [point.step for point in line.points]
    assert steps == sorted(set(steps))


def test_a_turning_point_names_who_gained_and_where() -> None:
    points = [WinPoint(0, 1, 0.5), WinPoint(3, 2, 0.55), WinPoint(5, 3, 0.2), WinPoint(9, 4, 0.9)]
    found = turning_point(points)
    assert found is not None, "one at most, the greatest"
    assert (found.step, found.turn, found.player) == (5, 3, "A")
    assert found.gain == pytest.approx(0.7)
    assert turning_point(points[:2]) is None
