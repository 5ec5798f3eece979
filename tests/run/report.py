"""What a run says: failures at once, how far it is each half minute, and at the end what took longest."""

from __future__ import annotations

import os
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


class Report:
    """Takes the outcomes of a run and prints. `each`: a line for every one of them. Each file runs `times` times."""

    def __init__(self, lanes: Lanes, *, each: bool, times: int = 1) -> None:
        self._lanes = lanes
        self._each = each
        self._times = times
        self._began = self._said = time.monotonic()
        self._whole = max(lanes.left, 1.0)
        self._outcomes: list[Outcome] = []
        self._failed: list[str] = []

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
                self._failed.append(_again(outcome.node) + which)
                self.say(f"FAILED {outcome.node}{which}\n{outcome.text}\nAgain: {self._failed[-1]}\n")
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
        for command in self._failed:
            sys.stdout.write(f"Failed: {command}\n")
        verdicts = Counter(outcome.verdict for outcome in self._outcomes)
        counts = ", ".join(f"{verdicts[word]} {word}" for word in ("passed", "skipped", "failed") if verdicts[word])
        self.say(f"{counts or 'Nothing was run'}; {reaper.cpu_seconds():.0f} CPU seconds of all processes")
        return 1 if self._failed or left or not self._outcomes else 0


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def _again(node: str) -> str:
    """Return the command that runs a test, or a command of the run, once more."""
    if not node.partition("::")[0].endswith(".py"):
        return node
    settings = [f"{name}={os.environ[name]}" for name in ("CI", REQUIRE_ALL, "PYTHONHASHSEED") if name in os.environ]
    python = os.path.relpath(sys.executable)
    return " ".join([*settings, python, "-m pytest", shlex.quote(node)])
