"""Records: in, out, replayed, checked, printed (docs/notation.md)."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from engine.__main__ import main, replay_file
from engine.errors import BadPosition
from engine.match import Match, Options
from engine.record import MAX_MOVES, MatchRecord, Move
from engine.replay import display_names, lines
from tests.engine.playing import KINDS, record
from tests.support.cases import in_turn
from tools.rig.json import Json

KIND = "2022-duel-draft-champions"


def data(**changes: object) -> Json:
    """Return a good record as JSON, with changes."""
    good: Json = json.loads(json.dumps(record(KIND, 1).to_json()))
    return {**good, **changes}


def refused(value: object) -> str:
    with pytest.raises(BadPosition) as caught:
        MatchRecord.from_json(value).check()
    assert str(caught.value)
    return caught.value.code


def test_a_record_has_the_parts_of_the_notation() -> None:
    written = data()
    assert list(written) == ["format", "edition", "mode", "setup", "names", "actions", "result"]
    assert (written["format"], written["edition"], written["mode"]) == (1, "2022", "duel")
    assert written["setup"]["format"] == "draft" and written["names"] == {"A": "Ada", "B": None}
    assert written["actions"][0].keys() == {"by", "action", "at"}
    assert written["result"].keys() == {"winner", "reason"}


@in_turn("kind", KINDS)
def test_a_record_survives_json_and_replays_to_its_result(kind: str) -> None:
    played = record(kind, 3)
    again = MatchRecord.from_json(json.loads(json.dumps(played.to_json())))
    assert again.to_json() == played.to_json() and again.check().outcome == played.result


def test_an_unfinished_match_has_a_record_too() -> None:
    options = Options(seed=4, decks={"A": 1, "B": 2}, first="A")
    unfinished = MatchRecord(options, {"A": None, "B": None}, [Move("A", {"type": "end_summon"}, 2.5)], None)
    assert MatchRecord.from_json(unfinished.to_json()).check().status == "playing"
    assert list(lines(unfinished))[-1] == "1 actions, checked; not finished."


def test_the_setup_may_name_only_what_differs_from_the_defaults() -> None:
    match = Match.new(Options(seed=9))
    short = {"format": 1, "edition": "2022", "mode": "duel", "setup": {"seed": 9}, "names": {"A": "x", "B": "y"}}
    assert MatchRecord.from_json({**short, "actions": [], "result": None}).check().to_json() == match.to_json()


@in_turn(
    ("value", "code"),
    [
        (None, "bad_record"), ([], "bad_record"), ({}, "bad_record"), (data(extra=1), "bad_record"),
        (data(format=2), "record_format"), (data(format=True), "record_format"), (data(format="1"), "record_format"),
        (data(edition="1999"), "unknown_edition"), (data(edition=2022), "option_word"),
        (data(mode="team"), "unknown_mode"), (data(setup=[]), "bad_record"), (data(setup={}), "option_integer"),
        (data(setup={"seed": 1, "edition": "2021"}), "bad_record"),
        (data(setup={"seed": 1, "rules": "0"}), "record_rules"),
        (data(setup={"seed": 1, "cheat": True}), "option_unknown"), (data(names=["Ada", "Bo"]), "bad_record"),
        (data(names={"A": "Ada"}), "bad_record"), (data(names={"A": "Ada", "B": 7}), "bad_record"),
        (data(names={"A": "Ada", "B": "x" * 81}), "bad_record"), (data(actions={}), "bad_record"),
        (data(actions=[{}] * (MAX_MOVES + 1)), "bad_record"), (data(actions=[[]]), "bad_record"),
        (data(actions=[{"by": "A", "action": {}}]), "bad_record"),
        (data(actions=[{"by": "C", "action": {}, "at": 1}]), "bad_record"),
        (data(actions=[{"by": ["A"], "action": {}, "at": 1}]), "bad_record"),
        (data(actions=[{"by": "A", "action": {}, "at": -1}]), "bad_record"),
        (data(actions=[{"by": "A", "action": {}, "at": float("nan")}]), "bad_record"),
        (data(actions=[{"by": "A", "action": {}, "at": True}]), "bad_record"),
        (data(actions=[{"by": "A", "action": {}, "at": "1"}]), "bad_record"),
        (data(actions=[{"by": "A", "action": None, "at": 1}]), "record_move"),
        (data(actions=[{"by": "A", "action": {"type": "end_summon"}, "at": 1}]), "record_move"),
        (data(result="A"), "bad_record"), (data(result={"winner": "C", "reason": "fort"}), "bad_record"),
        (data(result={"winner": ["A"], "reason": "fort"}), "bad_record"),
        (data(result={"winner": "A", "reason": None}), "bad_record"), (data(result=None), "record_result"),
        (data(result={"winner": "draw", "reason": "agreement"}), "record_result"),
    ],
)  # fmt: skip
def test_a_bad_record_is_refused_with_its_reason(value: object, code: str) -> None:
    assert refused(value) == code


def test_a_move_that_cannot_be_made_is_named() -> None:
    value = data()
    value["actions"][5]["by"] = "B" if value["actions"][5]["by"] == "A" else "A"
    with pytest.raises(BadPosition) as caught:
        MatchRecord.from_json(value).check()
    assert caught.value.params["number"] == 6 and "It is not your turn." in str(caught.value)


def test_another_seed_is_another_match() -> None:
    value = data()
    value["setup"]["seed"] += 1
    assert refused(value) == "record_move"


def test_replay_shows_the_match_move_by_move() -> None:
    played = record(KIND, 1)
    text = list(lines(played))
    assert text[0] == "Ada against B: draft duel, edition 2022" and text[1].startswith("1. Ada (0:")
    assert text[2].startswith("    Ada takes ")
    assert text[-1] == f"{len(played.moves)} actions, checked; result: {played.result.winner if played.result else ''}."


def test_replay_names_the_players_apart() -> None:
    options = Options(seed=1)
    assert display_names(MatchRecord(options, {"A": "Ada", "B": "Ada"}, [], None)) == {"A": "Ada (A)", "B": "Ada (B)"}
    assert display_names(MatchRecord(options, {}, [], None)) == {"A": "A", "B": "B"}
    assert display_names(MatchRecord(Options(seed=1, mode="solo"), {"A": "Ada"}, [], None))["B"] == "the automaton"


def test_the_command_replays_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(data()), encoding="utf-8")
    assert main(["replay", str(path)]) == 0 and capsys.readouterr().out.splitlines() == list(lines(record(KIND, 1)))


@in_turn(
    ("content", "status", "said"),
    [
        (b"{", 2, "is not a record"), (b"\xff\xfe", 2, "is not a record"), (b"[" * 100_000, 2, "is not a record"),
        (b"1" * 4_301, 2, "is not a record"), (b" " * (4 * 1024 * 1024) + b"{}", 2, "larger than 4 MB"),
        (json.dumps(data(format=10**4299)).encode(), 1, "a very large number"),
        (json.dumps(data(names={"A": "\ud800", "B": None})).encode(), 1, "a name is text"),
        (b"[]", 1, "cannot be played back"), (json.dumps(data(result=None)).encode(), 1, "does not add up"),
    ],
)  # fmt: skip
def test_the_command_says_what_is_wrong_with_a_file(
    content: bytes, status: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(content)
    assert replay_file(path, io.StringIO()) == status and said in capsys.readouterr().err


def test_names_are_printed_without_what_a_terminal_would_obey(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(data(names={"A": "\x1b[2JAnn\u202e", "B": None})), encoding="utf-8")
    assert main(["replay", str(path)]) == 0 and capsys.readouterr().out.startswith("\ufffd[2JAnn\ufffd against B: ")


def test_the_command_says_when_there_is_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay_file(tmp_path / "nowhere.json", io.StringIO()) == 2
    assert "is not a record" in capsys.readouterr().err
