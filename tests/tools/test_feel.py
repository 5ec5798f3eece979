"""The board that `make feel` measures."""

import json

import pytest

from engine.match import Match
from engine.record import MatchRecord
from tools.feel.answers import PLAYS
from tools.feel.board import CROWD, automaton_record, crowded_record, duel_record, easy_record
from tools.feel.trace import IN_TIME, LATE, TraceEvent, share_in_time


def test_the_crowded_board_is_a_position_that_can_be_played() -> None:
    record = MatchRecord.from_json(json.loads(crowded_record()))
    view = Match.new(record.options).table_view("A")
    assert [len(view[seat][lane]) for seat in ("A", "B") for lane in ("top", "bottom")] == [CROWD] * 4


@pytest.mark.parametrize("record", [crowded_record(), easy_record(), automaton_record(), duel_record(1)])
def test_on_every_board_the_player_at_seat_a_begins(record: str) -> None:
    match = Match.new(MatchRecord.from_json(json.loads(record)).options)
    assert match.legal_actions("A")
    assert not match.legal_actions("B")


def test_where_plays_are_measured_there_is_always_one_more() -> None:
    match = Match.new(MatchRecord.from_json(json.loads(easy_record())).options)
    for _ in range(PLAYS):
        plays = [action for action in match.legal_actions("A") if action["type"] == "play" and "onto" not in action]
        match, _events = match.apply("A", plays[0])


def test_the_share_of_frames_in_time_is_of_those_that_were_due() -> None:
    events = [TraceEvent(name, 0, 0, 0) for name in (IN_TIME, LATE, IN_TIME, "Paint", IN_TIME)]
    assert share_in_time(events) == 75
    assert share_in_time([]) == 100
