"""Golden playthroughs: recorded matches of every edition, mode and format give the same events and sights as ever."""

from __future__ import annotations

import json
from pathlib import Path

from engine.record import MatchRecord
from engine.replay import lines as replay_lines
from tests.engine.golden.telling import FOLDER, lines
from tests.engine.playing import KINDS
from tests.support.cases import in_turn

ROOT = Path(__file__).resolve().parents[3]


def golden(kind: str) -> MatchRecord:
    return MatchRecord.from_json(json.loads((FOLDER / f"{kind}.json").read_text(encoding="utf-8")))


def test_there_is_a_playthrough_of_every_kind_and_of_no_other() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == KINDS.keys()
    assert {path.stem for path in FOLDER.glob("*.txt")} == KINDS.keys()


@in_turn("kind", KINDS)
def test_golden_playthrough(kind: str) -> None:
    expected = (FOLDER / f"{kind}.txt").read_text(encoding="utf-8").splitlines()
    action = "start"
    for line, right in zip(lines(golden(kind)), expected, strict=True):
        action = line if line.startswith("#") else action
        assert line == right, f"after {action}: python -m tests.engine.golden.regenerate if the change is meant"


@in_turn("kind", KINDS)
def test_golden_record_is_checked_by_its_replay(kind: str) -> None:
    record = golden(kind)
    assert record.check().outcome == record.result
    narrated = list(replay_lines(record))
    assert "checked" in narrated[-1]
    assert len([line for line in narrated if not line.startswith(" ")]) == len(record.moves) + 2
