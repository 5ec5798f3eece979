"""Playing on: from every moment of every match a new one can begin, with the same cards and the same choices."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.base.errors import AppError
from app.learning.replay.position_options import options_at
from app.matches.helpers.timeline import ReplayTimeline
from engine import notation
from engine.match import Match
from engine.record import MatchRecord
from tests.app.learning.replay.records import GOLDEN
from tests.support.cases import in_turn


@in_turn("path", GOLDEN)
def test_every_moment_in_play_can_be_played_on(path: Path) -> None:
    timeline = ReplayTimeline(MatchRecord.from_json(json.loads(path.read_text("utf-8"))))
    begun = 0
    for step in range(timeline.last + 1):
        match = timeline.at(step)
        if match.status != "playing":
            with pytest.raises(AppError, match="not_from_here"):
                options_at(timeline, step, 7)
            continue
        again = Match.new(options_at(timeline, step, 7))
        assert match.position is not None and again.position is not None
        assert notation.to_json(again.position) == notation.to_json(match.position)
        assert again.to_act == match.to_act
        for seat in match.to_act:
            assert again.legal_actions(seat) == match.legal_actions(seat)
        begun += 1
    assert begun > 2
