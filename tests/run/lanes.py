"""The processes of a run: lanes of pytest, which take file after file, and commands. They start as there is room."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from pathlib import Path

from tests.run.lane import Asked, Outcome
from tools.rig import reaper

BROWSER = "/browser/"
"""On their own: Playwright's event loop breaks async tests that run after it in the same process."""
POLL_SECONDS = 0.2
SHORT = 10.0
"""Seconds of work for which another lane, which must import the site and start servers, does not pay."""


@dataclass
class Lane:
    """A process, what it runs, and since when."""

    kind: str
    process: subprocess.Popen[bytes]
    log: Path
    pipe: Connection[tuple[str, int] | None, Asked | Outcome] | None = None
    now: str = ""
    code: int | None = None
    since: float = field(default_factory=time.monotonic)


class Lanes:
    """Runs `commands`, which are lines for the shell, and files of tests in at most `most` processes at once, the
    longest first. `seconds` are what each is expected to take. If there is one process, commands print as they go.
    """

    def __init__(self, commands: list[str], files: list[str], seconds: Mapping[str, float], most: int, folder: Path):
        self._most = most
        self._folder = folder
        self._started = 0
        self._running: list[Lane] = []
        self._expected = seconds
        self._runs: Counter[str] = Counter()
        longest = sorted(files, key=self._seconds)  # taken from the end
        self._waiting = {
            "command": list(reversed(commands)),
            "plain": [file for file in longest if BROWSER not in file],
            "browser": [file for file in longest if BROWSER in file],
        }

    def _seconds(self, name: str) -> float:
        return self._expected.get(name, 1.0)

    @property
    def left(self) -> float:
        """The seconds that what waits and what runs are expected to take."""
        waiting = sum(self._seconds(name) for names in self._waiting.values() for name in names)
        return waiting + sum(self._left_of(lane) for lane in self._running if lane.now)

    def _left_of(self, lane: Lane) -> float:
        whole = self._seconds(lane.now)
        return max(whole - (time.monotonic() - lane.since), whole / 10)

    @property
    def now(self) -> list[str]:
        """The tests that run at present, the longest running first."""
        return [lane.now for lane in sorted(self._running, key=lambda lane: lane.since) if lane.now]

    def run(self) -> Iterator[Outcome | None]:
        """Yield every outcome as it comes, and None whenever a moment has passed; end when everything has."""
        while True:
            self._fill()
            if not self._running:
                return
            ready = wait([lane.pipe for lane in self._running if lane.pipe], POLL_SECONDS)
            for lane in [lane for lane in self._running if lane.pipe in ready]:
                yield from self._hear(lane)
            yield from self._see_ends()
            yield None

    def _hear(self, lane: Lane) -> Iterator[Outcome]:
        assert lane.pipe
        try:
            message = lane.pipe.recv()
        except (EOFError, ConnectionError):
            lane.pipe = None
            return
        if isinstance(message, Outcome):
            yield message
            return
        waiting = self._waiting[lane.kind]
        lane.now, lane.since = waiting.pop() if waiting else "", time.monotonic()
        self._runs[lane.now] += 1
        lane.pipe.send((lane.now, self._runs[lane.now]) if lane.now else None)

    def _see_ends(self) -> Iterator[Outcome]:
        for pid, code in reaper.reap().items():
            for lane in self._running:
                if lane.process.pid == pid:
                    lane.process.returncode = lane.code = code
        for lane in [lane for lane in self._running if lane.code is not None and lane.pipe is None]:
            self._running.remove(lane)
            yield from self._verdict(lane)

    def _verdict(self, lane: Lane) -> Iterator[Outcome]:
        text = lane.log.read_text("utf-8", "replace") if lane.log.exists() else ""
        took = time.monotonic() - lane.since
        if lane.kind == "command":
            yield Outcome(lane.now, "failed" if lane.code else "passed", took, text if lane.code else "")
        elif lane.code not in (0, 1, 5) or lane.now:  # 1 if tests failed, 5 if there were none
            said = f"pytest ended with {lane.code}:\n{text[-4000:]}"
            yield Outcome(lane.now or lane.kind, "failed", took, said, self._runs[lane.now])

    def _fill(self) -> None:
        """Start what there is room for: commands first, then of each kind where most work is left for each lane."""
        while len(self._running) < self._most and (kind := self._most_wanted()):
            self._started += 1
            log = self._folder / f"{kind}-{self._started}.log"
            self._running.append(self._command(log) if kind == "command" else self._lane(kind, log))

    def _most_wanted(self) -> str:
        if self._waiting["command"]:
            return "command"
        shares = {}
        for kind, names in self._waiting.items():
            lanes = sum(lane.kind == kind for lane in self._running)
            seconds = sum(map(self._seconds, names))
            if names and (not lanes or seconds > SHORT * (lanes + 1)):
                shares[kind] = seconds / (lanes + 1)
        return max(shares, key=lambda kind: shares[kind], default="")

    def _command(self, log: Path) -> Lane:
        line = self._waiting["command"].pop()
        return Lane("command", _start(["sh", "-c", line], log if self._most > 1 else None), log, now=line)

    def _lane(self, kind: str, log: Path) -> Lane:
        ours, theirs = Pipe()
        with theirs:
            options = ["-q", "--lane", str(theirs.fileno()), "tests"]
            process = _start([sys.executable, "-m", "pytest", *options], log, theirs.fileno())
        return Lane(kind, process, log, ours)

    def interrupt(self, patience: float) -> None:
        """Let every process end in order, as ^C does, within so many seconds."""
        for lane in self._running:
            if lane.code is None:
                os.killpg(lane.process.pid, signal.SIGINT)
        give_up = time.monotonic() + patience
        while self._running and time.monotonic() < give_up:
            for lane in self._running:
                lane.pipe = None  # nobody answers: a lane that asks for another file ends
            list(self._see_ends())
            wait([], POLL_SECONDS)


def _start(command: list[str], log: Path | None, *pass_fds: int) -> subprocess.Popen[bytes]:
    """Start a process in a session of its own, which ^C at the terminal does not reach."""
    with log.open("wb") if log else nullcontext() as file:
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=file, stderr=file, pass_fds=pass_fds, start_new_session=True
        )
