"""The names of record files."""

from __future__ import annotations

from app.learning.replay.files import file_name
from tests.support.cases import in_turn

MAY = 1_777_660_000.0  # 2026-05-01


@in_turn(
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
    assert file_name({"A": first, "B": second}, MAY, solo=False) == expected


def test_the_automaton_is_called_so() -> None:
    assert file_name({"A": "Ann", "B": None}, MAY, solo=True) == "clash-of-decks-ann-automaton-2026-05-01.json"
