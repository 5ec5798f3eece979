"""`make feel`: open the game on a phone, in a real Chromium and on a site of its own, and print figures.

Names of measures as arguments: those only. TREES="A B" in the environment: the pages of each of these checkouts in
turn, in which `make install` has run.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from playwright.sync_api import Error

from tools.feel import answers, messages, offline, paint, wire
from tools.feel.bench import Bench
from tools.feel.row import FeelRow, lines
from tools.rig.browser import running_browser
from tools.rig.figures import HEAD, CostFigure
from tools.rig.server import ROOT, ServerProcess

MEASURES: Final[dict[str, Callable[[Bench], list[FeelRow]]]] = {
    "messages": messages.in_duels,
    "answers": answers.click_to_slot,
    "wire": wire.weights,
    "paint": paint.first_paint,
    "offline": offline.in_a_worker,
}
"""All measures, in this order."""


def measure(bench: Bench, names: list[str]) -> Iterator[FeelRow]:
    """Return the rows of these measures, or of all; for one that fails the row has the reason, and the next is
    measured."""
    for name in names or MEASURES:
        try:
            yield from MEASURES[name](bench)
        except (Error, ArithmeticError, LookupError, AssertionError, OSError) as error:
            reason = str(error).splitlines()[0] or repr(error)
            yield FeelRow(CostFigure(name, "", f"make feel ONLY={name}"), f"not measured: {reason}", good=False)


def main(names: list[str]) -> None:
    """Measure, and print the table."""
    print(HEAD, flush=True)
    for tree in map(Path, os.environ.get("TREES", str(ROOT)).split()):
        with (
            tempfile.TemporaryDirectory(prefix="clash-feel-") as folder,
            closing(ServerProcess(Path(folder), tree=tree.resolve()).start()) as site,
            running_browser() as browser,
        ):
            for line in lines(measure(Bench(browser, site.url), names), tree):
                print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
