"""The order of a run under pytest-xdist: the longest files first, and Chromium's in workers of their own."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import pytest
from xdist.remote import Producer
from xdist.scheduler.loadfile import LoadFileScheduling
from xdist.workermanage import WorkerController

SECONDS_FILE = Path(__file__).with_name("seconds.csv")
BROWSER = "/browser/"
REPETITION = re.compile(r"[\[-](\d+)-\d+]$")
"""Of `--count` (pytest-repeat)."""


def expected_seconds() -> dict[str, float]:
    """Return what the longest files took when that was last kept, by their paths."""
    with SECONDS_FILE.open(newline="") as rows:
        return {row["file"]: float(row["seconds"]) for row in csv.DictReader(rows)}


class LongestFirst(LoadFileScheduling):
    """Gives a worker that is free the longest file that waits.

    Playwright's event loop breaks async tests that run after it in the same process. So some workers take only files of
    Chromium's tests; the others take those when nothing else waits.
    """

    def __init__(self, config: pytest.Config, log: Producer) -> None:
        super().__init__(config, log)
        self._expected = expected_seconds()
        self._is_repeated = config.getoption("count", 1) > 1

    def _split_scope(self, nodeid: str) -> str:
        """Return what a worker takes as a whole: the file of a test and, if it is repeated, which time this is."""
        file = nodeid.partition("::")[0]
        found = REPETITION.search(nodeid) if self._is_repeated else None
        return f"{file} {found[1]}" if found else file

    def add_node_collection(self, node: WorkerController, collection: Sequence[str]) -> None:
        """Take the tests that a worker has found. ValueError: two have one name, of which only one would run."""
        if doubled := [test for test, number in Counter(collection).items() if number > 1]:
            raise ValueError(f"Two tests have one name: {doubled}")
        super().add_node_collection(node, collection)

    def _files(self, *, browser: bool) -> dict[str, float]:
        """Return what waits, and the seconds that each is expected to take."""
        files = [file for file in self.workqueue if (BROWSER in file) is browser]
        return {file: self._expected.get(file.partition(" ")[0], 1.0) for file in files}

    @property
    def seconds(self) -> float:
        """The seconds that what waits is expected to take."""
        return sum(sum(self._files(browser=browser).values()) for browser in (True, False))

    @cached_property
    def _chromiums(self) -> list[WorkerController]:
        """The workers for Chromium's files alone, as large a share of all as these files are of the work."""
        number = round(sum(self._files(browser=True).values()) / self.seconds * len(self.nodes))
        return self.nodes[: min(number, len(self.nodes) - 1) if self._files(browser=False) else number]

    def _next(self, node: WorkerController) -> str | None:
        files = self._files(browser=True)
        if node not in self._chromiums:
            files = self._files(browser=False) or files
        return max(files, key=lambda file: files[file], default=None)

    def _assign_work_unit(self, node: WorkerController) -> None:
        if (file := self._next(node)) is not None:
            self.workqueue.move_to_end(file, last=False)
            super()._assign_work_unit(node)

    def _reschedule(self, node: WorkerController) -> None:
        if self._next(node) is not None:
            super()._reschedule(node)
        elif not node.shutting_down:
            node.shutdown()
