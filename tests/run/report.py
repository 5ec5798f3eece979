"""The report of a run: failures at once, how far it is each half minute, and at the end what took longest."""

from __future__ import annotations

import os
import re
import shlex
import sys
import time
from collections import Counter, defaultdict

from tests.run.lane import Outcome
from tests.run.lanes import Lanes
from tests.support.need import REQUIRE_ALL
from tools.rig import reaper

EVERY = 30.0
"""Seconds from line to line."""
SLOWEST = 20
PLACE = re.compile(r"\S+\.py:\d+: ")
FEW = 3
"""Lines of a failure that pytest did not write."""
LINE_LENGTH = 200


class Report:
    """Takes the outcomes of a run and prints. `each`: a line for every one of them. Each file runs `times` times."""

    def __init__(self, lanes: Lanes, *, each: bool, times: int = 1) -> None:
        self._lanes = lanes
        self._each = each
        self._times = times
        self._began = self._said = time.monotonic()
        self._whole = max(lanes.left, 1.0)
        self._outcomes: list[Outcome] = []
        self._failed: dict[str, str] = {}

    def say(self, line: str) -> None:
        """Print a line now, with the time since the beginning."""
        sys.stdout.write(f"{_clock(time.monotonic() - self._began)}  {line}\n")
        sys.stdout.flush()

    def add(self, outcome: Outcome | None) -> None:
        """Take what has happened, or that time has passed."""
        if outcome is not None:
            self._outcomes.append(outcome)
            if outcome.verdict == "failed":
                which = f"  # run {outcome.run} of {self._times}" if self._times > 1 else ""
                again = _again(outcome.node) + which
                self._failed[again] = _in_short(outcome.text)
                self.say(f"FAILED {outcome.node}{which}\n{outcome.text}\nAgain: {again}\n")
            elif self._each:
                self.say(f"{outcome.verdict} {outcome.node} in {outcome.seconds:.0f} s {outcome.text}")
        if time.monotonic() - self._said >= EVERY:
            self._said = time.monotonic()
            self.say(self._progress())

    def _progress(self) -> str:
        took = time.monotonic() - self._began
        done = 1 - self._lanes.left / self._whole
        more = f"about {_clock(took / done - took)} more" if done > 0.02 else "how long cannot be said yet"
        failed = f", {len(self._failed)} failed" if self._failed else ""
        return f"{len(self._outcomes)} tests, {done:.0%} done, {more}{failed}; now {', '.join(self._lanes.now)}"

    def seconds_of_files(self) -> dict[str, float]:
        """Return what the tests of each file took."""
        seconds: defaultdict[str, float] = defaultdict(float)
        for outcome in self._outcomes:
            seconds[outcome.node.partition("::")[0]] += outcome.seconds
        return seconds

    def end(self, left: list[str]) -> int:
        """Print the summary; `left` are processes that had to be ended. Returns the exit code."""
        for outcome in sorted(self._outcomes, key=lambda outcome: -outcome.seconds)[:SLOWEST]:
            sys.stdout.write(f"{outcome.seconds:6.1f} s  {outcome.node}\n")
        skipped = Counter(outcome.text for outcome in self._outcomes if outcome.verdict == "skipped")
        for reason, number in skipped.most_common():
            sys.stdout.write(f"{number} skipped: {reason.removeprefix('Skipped: ')}\n")
        if left:
            sys.stdout.write("Still running at the end, and killed:\n" + "".join(f"  {words}\n" for words in left))
        for command, reason in self._failed.items():  # of some logs only the end is kept
            sys.stdout.write(f"Failed: {command}\n{reason}")
        verdicts = Counter(outcome.verdict for outcome in self._outcomes)
        counts = ", ".join(f"{verdicts[word]} {word}" for word in ("passed", "skipped", "failed") if verdicts[word])
        self.say(f"{counts or 'Nothing was run'}; {reaper.cpu_seconds():.0f} CPU seconds of all processes")
        return 1 if self._failed or left or not self._outcomes else 0


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def _in_short(text: str) -> str:
    """Return the error of a failure's text and the places that led to it, a line each; the last lines if pytest did not
    write it."""
    lines = text.splitlines()
    error = next((line for line in lines if line.startswith("E  ")), "")
    chosen = [line for line in lines if PLACE.match(line)] + [error] if error else lines[-FEW:]
    return "".join(f"  {line[:LINE_LENGTH]}\n" for line in chosen)


def _again(node: str) -> str:
    """Return the command that runs a test, or a command of the run, once more."""
    if not node.partition("::")[0].endswith(".py"):
        return node
    settings = [f"{name}={os.environ[name]}" for name in ("CI", REQUIRE_ALL, "PYTHONHASHSEED") if name in os.environ]
    python = os.path.relpath(sys.executable)
    return " ".join([*settings, python, "-m pytest", shlex.quote(node)])
