"""`pytest --progress=NAME`: a line at each percent of the run instead of dots, for runs that share a terminal; at
its end the CPU seconds that it took."""

from __future__ import annotations

import resource
import time
from collections.abc import Generator
from typing import cast

import pytest
from _pytest.reports import TestReport
from _pytest.terminal import TerminalReporter

PLENTY = 100
"""Lines of progress at most: a short run says it at each test."""


class Progress:
    """Counts finished tests, and says how far the run called `name` has come."""

    def __init__(self, name: str, config: pytest.Config) -> None:
        self._name = name
        self._config = config
        self._total = 0
        self._done = 0
        self._failed = 0
        self._shown = 0
        self._began = time.monotonic()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Note how many tests there are; the names of their files are not printed."""
        self._total = len(session.items)
        if (reporter := self._reporter) is not None:
            reporter.showfspath = False

    @pytest.hookimpl(wrapper=True)
    def pytest_report_teststatus(self) -> Generator[None, tuple[str, str, str], tuple[str, str, str]]:
        """Print no dot and no letter: what fails has a line of its own."""
        category, _letter, word = yield
        return category, "", word

    def pytest_runtest_logreport(self, report: TestReport) -> None:
        """Count a failure, and print at once what failed."""
        if report.failed:
            self._failed += 1
            self._say(f"{self._name}: {report.nodeid} failed")

    def pytest_runtest_logfinish(self) -> None:
        """Count a test that has ended, and print a line where another percent is done."""
        self._done += 1
        share = self._done * PLENTY // self._total
        if share > self._shown:
            self._shown = share
            minutes, seconds = divmod(round(time.monotonic() - self._began), 60)
            failed = f", {self._failed} failed" if self._failed else ""
            self._say(f"{self._name}: {self._done} of {self._total} after {minutes}:{seconds:02}{failed}")

    def pytest_unconfigure(self) -> None:
        """Print the processor time of the run, with all processes that it started and that have ended."""
        used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        seconds = sum(each.ru_utime + each.ru_stime for each in used)
        self._say(f"{self._name}: {seconds:.0f} CPU seconds")

    @property
    def _reporter(self) -> TerminalReporter | None:
        return cast("TerminalReporter | None", self._config.pluginmanager.getplugin("terminalreporter"))

    def _say(self, line: str) -> None:
        if (reporter := self._reporter) is not None:
            reporter.ensure_newline()
            reporter.write_line(line)
            reporter.flush()
