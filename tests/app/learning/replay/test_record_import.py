"""Records from outside: well-formed ones are taken with harmless names, all others refused in one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import orjson
import pytest

from app.base.errors import AppError
from app.learning.replay import record_import
from app.learning.replay.models import MAX_RECORD
from tests.app.learning.replay.records import GOLDEN, golden
from tests.support.cases import in_turn


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


def test_a_record_in_latin_1_keeps_its_names() -> None:
    text = orjson.dumps({**golden("2022-duel-preconstructed"), "names": {"A": "Zoé", "B": "Børge"}}).decode()
    for coding in ("latin-1", "cp1252", "utf-8"):
        assert record_import.import_record(text.encode(coding)).record.names == {"A": "Zoé", "B": "Børge"}


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
