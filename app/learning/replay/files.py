"""The name of a record's file."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime
from typing import Final

from engine.record import RecordNames

_MAX_NAME_LENGTH: Final = 24


def file_name(names: RecordNames, at: float, *, solo: bool) -> str:
    """Return a name such as "clash-of-decks-ann-bob-2026-05-01.json"; `at` in seconds since 1970.

    Names are reduced to small Latin letters and digits, because not every system takes every other character.
    """
    players = [_plain(names.get("A") or "") or "a"]
    players.append("automaton" if solo else _plain(names.get("B") or "") or "b")
    day = datetime.fromtimestamp(at, UTC).date().isoformat()
    return "-".join(["clash-of-decks", *players, day]) + ".json"


def _plain(name: str) -> str:
    without_marks = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", without_marks.lower()).strip("-")[:_MAX_NAME_LENGTH].strip("-")
