"""Hostile lines for `python -m engine`, and hostile files for `python -m engine replay`."""

from __future__ import annotations

import io
import json
import random
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from engine.__main__ import replay_file
from tools.fuzz import hostile, samples
from tools.fuzz.verdict import FuzzVerdict
from tools.rig.usage import thread_cpu_seconds

ROOT: Final = Path(__file__).resolve().parents[2]
HANGS: Final = 120.0  # seconds after which the process counts as hanging
REFUSAL: Final = {"error", "code"}


class _Engine(NamedTuple):
    """The command line as a process: its input and its output."""

    pid: int
    ask: IO[bytes]
    answers: IO[bytes]


@contextmanager
def _engine() -> Iterator[tuple[_Engine, IO[bytes]]]:
    """Provide the command line as a process, and its complaints at the end."""
    with tempfile.TemporaryFile() as complaints:
        process = subprocess.Popen(
            [sys.executable, "-m", "engine"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=complaints
        )
        assert process.stdin and process.stdout
        try:
            yield _Engine(process.pid, process.stdin, process.stdout), complaints
        finally:
            process.kill()
            process.wait()
            process.stdin.close()
            process.stdout.close()


def line(dice: random.Random) -> bytes:
    """Return a request that is hostile in one way or another."""
    shown = samples.position(dice)
    request: dict[str, Any] = {"position": shown, "legal": True}
    if dice.random() < 0.6:
        request = {"position": shown, "action": samples.action(dice, shown)}
    if dice.random() < 0.9:
        request = hostile.mutated(dice, request)
    content = hostile.encoded(dice, request)
    if dice.random() < 0.3:
        content = hostile.broken(dice, content)
    return content.replace(b"\n", b" ").replace(b"\r", b" ")


def run(count: int, dice: random.Random, limit: float | None) -> FuzzVerdict:
    """Send so many lines."""
    verdict = FuzzVerdict("command line", limit)
    with _engine() as (engine, complaints):
        for _ in range(count):
            content = line(dice)
            if not content.strip():
                continue
            reply, seconds = _asked(content, engine)
            if verdict.is_slow(seconds):
                seconds = min(_asked(content, engine)[1] for _ in range(2))
            if verdict.is_slow(seconds):
                verdict.fault(f"an answer after {seconds:.1f} s of a processor", content)
            if not reply:
                complaints.seek(0)
                verdict.fault(f"it ended: {complaints.read()[-300:].decode(errors='replace')}", content)
                break
            _judge(verdict, reply, content, seconds)
    return verdict


def _asked(content: bytes, engine: _Engine) -> tuple[bytes, float]:
    """Return the answer to a line, empty if the process has ended or does not answer, and the CPU seconds that it took:
    a machine that is busy with something else proves nothing about the line."""
    began = _clock(engine.pid)
    try:
        engine.ask.write(content + b"\n")
        engine.ask.flush()
    except OSError:
        return b"", 0.0
    ready, _, _ = select.select([engine.answers], [], [], HANGS)
    return engine.answers.readline() if ready else b"", _clock(engine.pid) - began


def _clock(pid: int) -> float:
    """Return the CPU seconds of a process so far, and the time of day where the system does not tell them."""
    return thread_cpu_seconds(pid) if sys.platform == "linux" else time.perf_counter()


def _judge(verdict: FuzzVerdict, reply: bytes, content: bytes, seconds: float) -> None:
    try:
        answer = json.loads(reply)
    except ValueError:
        verdict.fault(f"an answer that is no JSON: {reply[:80]!r}", content)
        return
    keys = answer.keys()
    known = keys in (REFUSAL, {"legal"}, {"position", "events"})
    verdict.answered(answer.get("code", "fine"), len(reply), seconds)
    verdict.judge(answer.get("code", "fine"), len(reply), content, internal=not known)
    if keys == REFUSAL and len(answer["error"]) > 300:
        verdict.fault(f"a sentence of {len(answer['error'])} characters", content)


def files(count: int, dice: random.Random, limit: float | None) -> FuzzVerdict:
    """Replay so many records from files, in this process."""
    verdict = FuzzVerdict("record files", limit)
    with tempfile.TemporaryDirectory(prefix="clash-fuzz-") as folder:
        path = Path(folder) / "record.json"
        for _ in range(count):
            content = record(dice)
            path.write_bytes(content)
            out, complaints = io.StringIO(), io.StringIO()
            began = time.process_time()
            try:
                with redirect_stderr(complaints):
                    status = replay_file(path, out)
            except Exception as error:  # errors that would end a process
                verdict.fault(f"{type(error).__name__}: {error}", content)
                continue
            verdict.answered(f"status {status}", len(out.getvalue()), time.process_time() - began)
            if status and not complaints.getvalue().strip():
                verdict.fault("a failure without a sentence", content)
    return verdict


def record(dice: random.Random) -> bytes:
    """Return a record that is hostile in one way or another."""
    made = samples.record(dice)
    if dice.random() < 0.85:
        made = hostile.mutated(dice, made)
    content = hostile.encoded(dice, made)
    return hostile.broken(dice, content) if dice.random() < 0.3 else content
