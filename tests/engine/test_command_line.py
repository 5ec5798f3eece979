"""`python -m engine` as a real process: JSON lines in, JSON lines out, with no package installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.engine.language import duel, side
from tests.support.cases import in_turn
from tests.support.waiting import DEADLINE

ROOT = Path(__file__).resolve().parents[2]
ISOLATED = f"import runpy, sys; sys.path.insert(0, {str(ROOT)!r}); runpy.run_module('engine', run_name='__main__')"
POSITION = duel(A=side("* zombie boom lich"), B=side(top="giant"), mana=3).shown
PLAY = {"type": "play", "hand": 1, "lane": "top"}


def run(*arguments: str, lines: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Return the command line, run to its end."""
    command = [sys.executable, *arguments]
    known = {**os.environ, **environment}
    return subprocess.run(command, input=lines, capture_output=True, cwd=ROOT, env=known, timeout=DEADLINE, check=False)


def ask(*requests: object) -> list[Any]:
    """Return the answers to requests, one for each."""
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    done = run("-m", "engine", lines=lines.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_an_action_is_answered_with_the_position_and_the_events() -> None:
    (answer,) = ask({"position": POSITION, "action": PLAY})
    assert answer.keys() == {"position", "events"} and answer["position"]["A"]["hand"] == ["*", "boom", "lich"]
    assert answer["position"]["A"]["top"][0]["card"] == "zombie"
    assert [event["type"] for event in answer["events"]] == ["played"]


def test_a_refusal_is_a_sentence_and_a_code() -> None:
    (answer,) = ask({"position": {**POSITION, "mana": 0}, "action": PLAY})
    assert answer == {"error": "Zombie costs 1 mana and you have only 0.", "code": "not_enough_mana"}


GARBAGE: list[bytes] = [
    b"hello", b"{", b"[]", b"null", b"17", b'"position"', b"{}", b'{"position": null, "action": null}',
    b'{"position": {}, "legal": true}', b'{"position": {}, "legal": false}', b'{"position": {}, "legal": 1}',
    b'{"action": {"type": "end_summon"}}', b'{"position": {}, "action": {}, "legal": true}',
    b'{"position": NaN, "action": Infinity}', b"\xff\xfe\x00", '{"position": "\u2028\\ud800", "action": {}}'.encode(),
    b"[" * 100_000, b'{"position":' * 5_000 + b"1" + b"}" * 5_000, b"1" * 10_000,
    b'{"position": {"mana": ' + b"1" * 4_300 + b'}, "legal": true}',
    b'{"position": ' + json.dumps(POSITION).replace(": 3", ": " + "9" * 4_300, 1).encode() + b', "legal": true}',
    b'{"position": ' + json.dumps(POSITION).replace(": 3", ": " + "9" * 4_301, 1).encode() + b', "legal": true}',
    json.dumps({"position": {**POSITION, "turn": 10**4299}, "action": {"type": "end_summon"}}).encode(),
    json.dumps({"position": POSITION, "action": {"type": "play", "hand": 10**4299, "lane": "top"}}).encode(),
    b'{"position": ' + b"[" * 900 + b"]" * 900 + b', "legal": true}',
    b'{"position": "' + b"x" * 3_000_000 + b'", "legal": true}',
]  # fmt: skip


@in_turn("encoding", ["utf-8:strict", "ascii:strict", "latin-1"])
def test_garbage_gets_an_error_line_and_the_next_line_its_answer(encoding: str) -> None:
    good = json.dumps({"position": POSITION, "legal": True}).encode()
    lines = b"\n".join(line for garbage in GARBAGE for line in (garbage, good)) + b"\n"
    done = run("-m", "engine", lines=lines, PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == 2 * len(GARBAGE)
    for refusal, answer in zip(answers[::2], answers[1::2], strict=True):
        assert refusal.keys() == {"error", "code"}
        assert refusal["code"] in ("malformed_line", "bad_position", "no_such_card") and len(refusal["error"]) < 200
        assert answer.keys() == {"legal"}


def test_nothing_but_the_two_requests() -> None:
    good = {"position": POSITION, "action": PLAY}
    for bad in ({**good, "more": 1}, {**good, "legal": True}, {"position": POSITION}, {"legal": True}):
        (answer,) = ask(bad)
        assert answer["code"] == "malformed_line"


def test_blank_lines_are_passed_over_and_the_last_needs_no_end() -> None:
    good = json.dumps({"position": POSITION, "legal": True}).encode()
    assert len(run("-m", "engine", lines=b"\n  \n" + good + b"\r\n\n" + good).stdout.splitlines()) == 2


def test_an_answer_comes_before_the_next_question() -> None:
    command = [sys.executable, "-m", "engine"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdin and process.stdout
        for mana in (3, 0, 3):
            request = {"position": {**POSITION, "mana": mana}, "action": PLAY}
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            assert ("error" in json.loads(process.stdout.readline())) is (mana == 0)
        process.stdin.close()
        assert process.wait(timeout=DEADLINE) == 0


def test_it_needs_no_package() -> None:
    # -I: no user site, no environment; -S: no site-packages at all.
    request = json.dumps({"position": POSITION, "action": PLAY}).encode() + b"\n"
    done = run("-I", "-S", "-c", ISOLATED, lines=request)
    assert (done.returncode, done.stderr) == (0, b"") and json.loads(done.stdout)["position"]["mana"] == 2
