"""The board that `make feel` measures."""

import json

from engine.match import Match
from engine.record import MatchRecord
from tools.feel.board import CROWD, crowded_record


def test_the_crowded_board_is_a_position_that_can_be_played() -> None:
    record = MatchRecord.from_json(json.loads(crowded_record()))
    view = Match.new(record.options).table_view("A")
    assert [len(view[seat][lane]) for seat in ("A", "B") for lane in ("top", "bottom")] == [CROWD] * 4
