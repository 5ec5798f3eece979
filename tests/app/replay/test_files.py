"""What a record's file is called."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.replay.files import file_name
from engine.record import Record
from tests.app.replay.records import golden, with_second_thoughts

MAY = 1_777_660_000.0  # 2026-05-01


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("Ann", "Bob", "clash-of-decks-ann-bob-2026-05-01.json"),
        ("Éloïse d'Or", "Straße", "clash-of-decks-eloise-d-or-strae-2026-05-01.json"),
        ("../../etc/passwd", 'a"b\r\nc', "clash-of-decks-etc-passwd-a-b-c-2026-05-01.json"),
        ("דנה", None, "clash-of-decks-a-b-2026-05-01.json"),
        ("x" * 24, "-", "clash-of-decks-" + "x" * 24 + "-b-2026-05-01.json"),
    ],
)
def test_names_become_plain(first: str, second: str | None, expected: str) -> None:
    record = replace(with_second_thoughts(), names={"A": first, "B": second})
    assert file_name(record, MAY) == expected


def test_the_automaton_is_called_so() -> None:
    record = replace(Record.from_json(golden("2022-solo-draft")), names={"A": "Ann", "B": None})
    assert file_name(record, MAY) == "clash-of-decks-ann-automaton-2026-05-01.json"
