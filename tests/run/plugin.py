"""Hooks of pytest for `python -m tests.run`: failures at once, how far it is each half minute, how to run again what
failed."""

from __future__ import annotations

import csv
import os
import re
import shlex
import sys
import time
from collections import defaultdict
from pathlib import Path

import pytest
from _pytest.terminal import TerminalReporter
from xdist.remote import Producer

from tests.run.scheduler import SECONDS_FILE, LongestFirst, expected_seconds
from tests.support.need import REQUIRE_ALL

EVERY = 30.0
"""Seconds from line to line."""
LONG = 3.0
"""Seconds from which a file stands in the list."""
PLACE = re.compile(r"\S+\.py:\d+: ")
LINE_LENGTH = 200
SETTINGS = ("CI", REQUIRE_ALL, "PYTHONHASHSEED")
"""On which it depends what a test does."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take `--save-seconds`."""
    parser.addoption("--save-seconds", action="store_true", help="keep what the longest files took, for the order")


def pytest_configure(config: pytest.Config) -> None:
    """Watch the run, but not in a worker."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Progress(config))


class Progress:
    """Watches the tests of a run, and prints."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._began = self._said = time.monotonic()
        self._running: dict[str, None] = {}  # in the order of their beginning
        self._number = 0
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._failed: dict[str, str] = {}
        self._scheduler: LongestFirst | None = None

    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: Producer) -> LongestFirst:
        """Return what says which worker runs which file."""
        self._scheduler = LongestFirst(config, log)
        return self._scheduler

    def _say(self, line: str) -> None:
        reporter = self._config.pluginmanager.get_plugin("terminalreporter")
        assert isinstance(reporter, TerminalReporter)
        minutes, seconds = divmod(round(time.monotonic() - self._began), 60)
        reporter.write(f"\n{minutes}:{seconds:02}  {line}\n", flush=True)

    def _again(self, node: str) -> str:
        """Return the command that runs a test once more; of a repeated one the name is there only if it is repeated."""
        settings = [f"{name}={os.environ[name]}" for name in SETTINGS if name in os.environ]
        count = self._config.getoption("count")
        repeated = ["--count", str(count)] if count > 1 else []
        return " ".join([*settings, os.path.relpath(sys.executable), "-m pytest", shlex.quote(node), *repeated])

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Note that a test runs."""
        self._running[nodeid] = None

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """Note that it does not any more, and say how far the run is."""
        self._running.pop(nodeid, None)
        self._number += 1
        if self._scheduler and time.monotonic() - self._said >= EVERY:
            self._said = time.monotonic()
            failed = f", {len(self._failed)} failed" if self._failed else ""
            minutes = self._scheduler.seconds / self._scheduler.numnodes / 60
            self._say(
                f"{self._number} tests{failed}, work of {minutes:.0f} minutes waits; now {', '.join(self._running)}"
            )

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Say at once that a test has failed."""
        self._seconds[report.nodeid.partition("::")[0]] += report.duration
        if report.failed:
            again, reason = self._again(report.nodeid), _in_short(report.longreprtext)
            before = self._failed.get(again)  # the test itself failed, too, and not only what cleans up after it
            self._failed[again] = f"{before}\n{reason}" if before else reason
            self._say(f"FAILED {again}\n{reason}")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note that a file cannot be read."""
        if report.failed:
            self._failed[self._again(report.nodeid)] = _in_short(report.longreprtext)

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: TerminalReporter) -> None:
        """List what failed, each in short: of a long log some hosts keep the end only."""
        for command, reason in self._failed.items():
            terminalreporter.write_line(f"Failed: {command}\n{reason}")

    def pytest_sessionfinish(self) -> None:
        """Keep what the longest files took, if that is wanted."""
        if not self._config.getoption("save_seconds"):
            return
        seconds = {**expected_seconds(), **self._seconds}
        kept = {name: round(took) for name, took in seconds.items() if took >= LONG and Path(name).exists()}
        with SECONDS_FILE.open("w", newline="") as file:
            rows = csv.writer(file, lineterminator="\n")
            rows.writerow(["file", "seconds"])
            rows.writerows([name, kept[name]] for name in sorted(kept, key=lambda name: -kept[name]))


def _in_short(text: str) -> str:
    """Return the error of a failure's text and the places that led to it, a line each."""
    lines = text.splitlines()
    error = next((line for line in lines if line.startswith("E  ")), text.strip())
    chosen = [line for line in lines if PLACE.match(line)] + [error]
    return "\n".join(f"  {line[:LINE_LENGTH]}" for line in chosen)
