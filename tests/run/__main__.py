"""`python -m tests.run [PATH …]`: the tests, in as many processes as fill the processors; it says how far it is.

`--times 20` runs each file so many times. `--with "make lint"` runs a command among them, and `--one-by-one` runs each
thing alone, with a verdict: drills measure and starve the machine that they run on. Nothing that was started survives
the run, however it ends.
"""

from __future__ import annotations

import argparse
import csv
import os
import signal
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

from tests.run.lanes import Lanes
from tests.run.report import Report
from tests.support.need import say_what_is_left_out
from tools.rig import reaper

ROOT = Path(__file__).resolve().parents[2]
SECONDS_FILE = ROOT / "tests" / "run" / "seconds.csv"
LONG = 3.0
"""Seconds from which a file stands in that list."""
PATIENCE = 15.0
DRILLS = "tests/drills"
PATTERNS = ("test_*.py", "R*.py")
"""As pyproject.toml says for pytest."""


def main() -> int:
    """Run what the command line says; return 0 if everything passed, 130 if it was interrupted."""
    options = _options()
    os.chdir(ROOT)
    reaper.adopt_orphans()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _interrupted)
    say_what_is_left_out()
    files = _files(options.paths) * options.times
    expected = _expected()
    most = 1 if options.one_by_one else _processors() + 1
    with tempfile.TemporaryDirectory(prefix="clash-tests-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)  # PostgreSQL runs as another user, in a folder within
        os.environ["TMPDIR"] = folder
        lanes = Lanes(options.commands, files, expected, most, Path(folder))
        report = Report(lanes, each=options.one_by_one, times=options.times)
        try:
            for outcome in lanes.run():
                report.add(outcome)
        except KeyboardInterrupt:
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)
            report.say("Interrupted: everything that was started ends.")
            lanes.interrupt(PATIENCE)
            reaper.end_descendants()
            return 130
        left = reaper.end_descendants(reaper.LEAVE_SECONDS)
    if options.save_seconds:
        _save({**expected, **report.seconds_of_files()})
    return report.end(left)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.run", description=__doc__)
    parser.add_argument("paths", nargs="*", default=["tests"])
    parser.add_argument("--with", action="append", default=[], dest="commands", metavar="COMMAND")
    parser.add_argument("--one-by-one", action="store_true")
    parser.add_argument("--times", type=int, default=1, metavar="N", help="run each file so many times")
    parser.add_argument("--save-seconds", action="store_true", help="keep what the longest files took, for the order")
    return parser.parse_args()


def _interrupted(number: int, frame: object) -> NoReturn:
    raise KeyboardInterrupt


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _files(paths: list[str]) -> list[str]:
    """Return the files of tests in these folders; drills only where they are asked for."""
    found: set[str] = set()
    for path in paths:
        under = [Path(path)] if path.endswith(".py") else Path(path).rglob("*.py")
        names = {str(file) for file in under if any(file.match(pattern) for pattern in PATTERNS)}
        found |= {name for name in names if path.startswith(DRILLS) or not name.startswith(DRILLS)}
    return sorted(found)


def _expected() -> dict[str, float]:
    with SECONDS_FILE.open(newline="") as rows:
        return {row["file"]: float(row["seconds"]) for row in csv.DictReader(rows)}


def _save(seconds: dict[str, float]) -> None:
    with SECONDS_FILE.open("w", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["file", "seconds"])
        kept = [(name, round(took)) for name, took in seconds.items() if took >= LONG and Path(name).exists()]
        kept.sort(key=lambda row: row[1], reverse=True)
        rows.writerows(kept)


if __name__ == "__main__":
    sys.exit(main())
