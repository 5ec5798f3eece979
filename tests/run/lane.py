"""`pytest --lane FD`: a session that runs the files it is given through a pipe, one after another.

What is shared by a session (a server, a browser, PostgreSQL) stays from file to file, and each file is imported where
it runs only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from _pytest.runner import collect_one_node

TESTS = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class Asked:
    """The lane wants its next file; the answer is a path and how often it was begun, or None at the end."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a test, or of reading a file; `text` is the failure, or why it was skipped, `run` counts from 1
    how often its file was begun."""

    node: str
    verdict: str
    seconds: float
    text: str = ""
    run: int = 1


class Lane:
    """The plugin of such a session."""

    def __init__(self, pipe: int) -> None:
        self._pipe: Connection[Asked | Outcome, tuple[str, int] | None] = Connection(pipe)
        self._below: dict[pytest.Collector, list[pytest.Item | pytest.Collector]] = {}
        self._seconds, self._verdict, self._text = 0.0, "passed", ""
        self._run = 1

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self, session: pytest.Session) -> bool:
        """Make the node of the folder of all tests, and read none of its files yet."""
        self._top: pytest.Item | pytest.Collector = session.ihook.pytest_collect_directory(path=TESTS, parent=session)
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run every test of every file. The next one is known before each, so that nothing shared ends between."""
        items = self._items(session)
        now = next(items, None)
        while now is not None:
            following = next(items, None)
            item, self._run = now
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following[0] if following else None)
            now = following
        return True

    def _items(self, session: pytest.Session) -> Iterator[tuple[pytest.Item, int]]:
        while True:
            self._pipe.send(Asked())
            asked = self._pipe.recv()
            if asked is None:
                return
            path, run = asked
            items = list(session.genitems(self._module(TESTS.parent / path)))
            session.config.hook.pytest_collection_modifyitems(session=session, config=session.config, items=items)
            session.testscollected += len(items)
            yield from ((item, run) for item in items)

    def _module(self, path: Path) -> pytest.Item | pytest.Collector:
        """Return the node of a file. Those of folders are kept: what a conftest.py provides belongs to them."""
        node = self._top
        while node.path != path:
            assert isinstance(node, pytest.Collector)
            if node not in self._below:
                self._below[node] = collect_one_node(node).result or []
            node = next(child for child in self._below[node] if path.is_relative_to(child.path))
        return node

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Send why a file cannot be read, or is skipped as a whole."""
        if not report.passed:
            self._pipe.send(Outcome(report.nodeid, report.outcome, 0, _reason(report)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Send what became of a test, once its fixtures have ended."""
        self._seconds += report.duration
        if report.failed:
            self._verdict = "failed"
            captured = "".join(f"\n--- {title}\n{text}" for title, text in report.sections)
            self._text += f"{report.longreprtext}{captured}\n"
        elif report.skipped and self._verdict == "passed":
            self._verdict = "skipped"
            self._text = _reason(report)
        if report.when == "teardown":
            self._pipe.send(Outcome(report.nodeid, self._verdict, self._seconds, self._text, self._run))
            self._seconds, self._verdict, self._text = 0.0, "passed", ""


def _reason(report: pytest.CollectReport | pytest.TestReport) -> str:
    return report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longreprtext
