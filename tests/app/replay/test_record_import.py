"""Records from outside: well-formed ones are taken with harmless names, all others refused in one sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import AppError
from app.replay import record_import
from app.replay.models import MAX_RECORD
from tests.app.replay.records import GOLDEN, golden
from tests.support.cases import in_turn
from tools.rig.json import Json


def refused(text: bytes) -> AppError:
    """Return the refusal of a text."""
    with pytest.raises(AppError) as found:
        record_import.import_record(text)
    assert "{" not in found.value.sentence
    assert found.value.sentence.endswith((".", ")"))
    return found.value


def changed(**parts: object) -> bytes:
    """Return a good record with some of its parts changed."""
    return orjson.dumps({**golden("2022-duel-preconstructed"), **parts})


@in_turn("path", GOLDEN)
def test_good_records_are_taken(path: Path) -> None:
    timeline = record_import.import_record(path.read_bytes())
    assert timeline.last == len(json.loads(path.read_bytes())["actions"])


def test_a_record_is_taken_as_editors_and_chats_send_it() -> None:
    good = orjson.dumps(golden("2022-duel-preconstructed")).decode()
    sent = [b"\xef\xbb\xbf" + good.encode(), good.encode("utf-16"), good.encode("utf-16-le"), good.encode("utf-16-be")]
    sent += [f"Look:\n```json\n{good}\n```\n".encode(), good.replace('"', "\u201d").encode()]
    for text in sent:
        assert record_import.import_record(text).last == record_import.import_record(good.encode()).last


@in_turn(
    ("text", "code"),
    [
        (b"", "record_missing"), (b"  \n", "record_missing"), (b"hello", "record_not_json"),
        (b'{"format": 1', "record_not_json"), (b"\xff\xfe", "record_not_json"), (b"NaN", "record_not_json"),
        (b"[" * 100_000, "record_not_json"), (b"[]", "bad_record"), (b"null", "bad_record"), (b"{}", "bad_record"),
        (b'{"format": 1}', "bad_record"), (b" " * MAX_RECORD + b"{}", "record_too_large"),
    ],
)  # fmt: skip
def test_what_is_no_record_is_refused(text: bytes, code: str) -> None:
    assert refused(text).code == code


def test_each_wrong_part_is_refused() -> None:
    good = golden("2022-duel-preconstructed")
    assert refused(changed(format=2)).code == "record_format"
    assert refused(changed(setup={**good["setup"], "rules": "0"})).code == "record_rules"
    assert refused(changed(setup={**good["setup"], "seed": -1})).code == "seed"
    assert refused(changed(names={"A": "x" * 81, "B": None})).code == "bad_record"
    assert refused(changed(actions=good["actions"][1:])).code in ("record_move", "record_result")
    assert refused(changed(result=None)).code == "record_result"
    assert refused(changed(extra=1)).code == "bad_record"


def test_the_reason_of_a_refused_move_is_in_the_sentence() -> None:
    moves = [{"by": "B", "action": {"type": "end_summon"}, "at": 0}, *golden("2022-duel-preconstructed")["actions"]]
    first = golden("2022-duel-preconstructed")["actions"][0]["by"]
    moves[0]["by"] = "B" if first == "A" else "A"
    error = refused(changed(actions=moves))
    assert error.code == "record_move"
    assert "action 1 is refused. It is not your turn." in error.sentence


def test_names_are_made_harmless() -> None:
    names = {"A": "\u202eevil\u0000<b>" + "z" * 60, "B": "\u200b \n"}
    record = record_import.import_record(changed(names=names)).record
    assert record.names == {"A": "evil<b>" + "z" * 17, "B": None}


Spot = tuple[str | int, ...]
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


def _spots(value: object, path: Spot = ()) -> list[Spot]:
    """Return the path to every part of a JSON value."""
    found = [path] if path else []
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        found += _spots(part, (*path, key))
    return found


def _replaced(value: Json, path: Spot, new: object) -> Json:
    copy: Json = json.loads(json.dumps(value))
    target: Any = copy
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = new
    return copy


@settings(max_examples=300)
@given(st.data())
def test_no_damage_to_a_record_gives_anything_but_a_refusal(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(GOLDEN))
    whole = json.loads(path.read_bytes())
    spot = data.draw(st.sampled_from(_spots(whole)))
    damaged = _replaced(whole, spot, data.draw(JUNK))
    refusal = attempt(orjson.dumps(damaged))
    assert refusal is None or (refusal.sentence and refusal.code != "internal")


def attempt(text: bytes) -> AppError | None:
    """Return the refusal of a text, or None if it was taken; anything else fails the test."""
    try:
        record_import.import_record(text)
    except AppError as error:
        return error
    return None
