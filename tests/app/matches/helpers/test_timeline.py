"""Films: the same positions as the record replayed in one go, from whichever step one comes."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from app.matches.helpers.timeline import ReplayTimeline
from engine.errors import BadPosition
from engine.match import Outcome
from engine.record import MatchRecord
from tests.app.learning.replay.records import GOLDEN, golden, with_second_thoughts
from tests.support.cases import in_turn


@in_turn("path", GOLDEN)
def test_every_step_is_the_match_as_it_was(path: Path) -> None:
    record = MatchRecord.from_json(json.loads(path.read_text("utf-8")))
    timeline = ReplayTimeline(record)
    steps = list(record.replay())
    assert timeline.last == len(record.moves) == len(steps) - 1
    order = list(range(len(steps)))
    random.Random(1).shuffle(order)
    for number in [*order, *reversed(range(len(steps)))]:
        assert timeline.at(number).to_json() == steps[number].match.to_json()
        assert timeline.events[number] == steps[number].events


def test_turns_are_found_where_they_begin() -> None:
    timeline = ReplayTimeline(MatchRecord.from_json(golden("2022-duel-draft")))
    assert timeline.turn_at(0) is None
    assert [turn.number for turn in timeline.turns] == list(range(1, len(timeline.turns) + 1))
    for turn in timeline.turns:
        position = timeline.at(turn.step).position
        assert position is not None and (position.turn, position.active) == (turn.number, turn.player)
        assert timeline.turn_at(turn.step) == turn
    assert timeline.turn_at(timeline.last) == timeline.turns[-1]


def test_a_given_position_begins_in_its_turn() -> None:
    timeline = ReplayTimeline(MatchRecord.from_json(golden("2022-solo-position")))
    position = timeline.at(0).position
    assert position is not None
    assert timeline.turns[0].step == 0
    assert timeline.turns[0].number == position.turn


def test_mana_of_the_turn_is_what_it_began_with() -> None:
    timeline = ReplayTimeline(MatchRecord.from_json(golden("2022-duel-preconstructed")))
    for step in range(timeline.last):
        position = timeline.at(step).position
        assert position is not None and timeline.mana_at(step) >= position.mana


def test_undo_takeback_and_an_agreed_draw_are_steps_like_others() -> None:
    timeline = ReplayTimeline(with_second_thoughts())
    assert timeline.last == 8
    assert timeline.at(2).view_for("A") == timeline.at(0).view_for("A")
    assert [(turn.number, turn.step) for turn in timeline.turns] == [(1, 0), (2, 4), (1, 5), (2, 6), (3, 7)]
    assert timeline.mana_at(5) == 0  # read from the kept timeline
    assert timeline.end.outcome == Outcome("draw", "agreement")


def test_a_record_that_ends_otherwise_is_no_film() -> None:
    record = with_second_thoughts()
    with pytest.raises(BadPosition) as refused:
        ReplayTimeline(replace(record, result=Outcome("A", "fort")))
    assert refused.value.code == "record_result"
    with pytest.raises(BadPosition) as refused:
        ReplayTimeline(replace(record, moves=record.moves[1:]))
    assert refused.value.code == "record_move"
