"""Notes of a record: in and out, their bounds, and the printed record (docs/notation.md, "Notes")."""

from __future__ import annotations

import json

import pytest

from engine.errors import BadPosition
from engine.notes import MAX_MARKS, MAX_NOTES, MAX_TEXT
from engine.record import MatchRecord
from engine.replay import lines
from tests.engine.playing import record
from tests.support.cases import in_turn
from tools.rig.json import Json

GOOD: list[Json] = [{"step": 0, "text": "Begin"}, {"step": 2, "question": "Find it", "marks": "At0>Bt0 Bf"}]


def data(notes: object) -> Json:
    written: Json = json.loads(json.dumps(record("2022-duel-draft", 1).to_json()))
    return {**written, "notes": notes}


def test_notes_survive_json_and_change_nothing_else() -> None:
    read = MatchRecord.from_json(data(GOOD))
    assert json.loads(json.dumps(read.to_json())) == data(GOOD)
    assert "notes" not in record("2022-duel-draft", 1).to_json() and read.check().outcome == read.result


def test_the_printed_record_has_them() -> None:
    printed = list(lines(MatchRecord.from_json(data(GOOD))))
    assert "    # Begin" in printed
    assert "    # Find it" in printed


@in_turn(
    "notes",
    [
        "hello", [{"text": "no step"}], [{"step": 1, "colour": "red"}], [{"step": -1}], [{"step": True}],
        [{"step": 10**6}], [{"step": 2}, {"step": 1}], [{"step": 1}, {"step": 1}],
        [{"step": 1, "text": "x" * (MAX_TEXT + 1)}], [{"step": 1, "text": 5}], [{"step": 1, "text": "\ud800"}],
        [{"step": 1, "marks": "A" * (MAX_MARKS + 1)}], [{"step": 1, "marks": ["At0"]}], [{"step": 0}] * (MAX_NOTES + 1),
    ],
)  # fmt: skip
def test_what_the_notation_does_not_allow_is_refused(notes: object) -> None:
    with pytest.raises(BadPosition) as caught:
        MatchRecord.from_json(data(notes))
    assert caught.value.code == "bad_record"
