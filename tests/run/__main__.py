"""`python -m tests.run [PATH …]`: the tests, by pytest-xdist in as many processes as fill the processors.

`--with "make lint"` runs a command beside them, and `--one-by-one` runs each thing alone: drills measure and starve the
machine that they run on. Everything else is passed to pytest: `--count 20` runs each test so many times. Nothing that
was started survives the run, however it ends.
"""

from __future__ import annotations

import argparse
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from multiprocessing.connection import wait
from pathlib import Path
from typing import NoReturn

from tests.support.need import say_what_is_left_out
from tools.rig import reaper

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 15.0
POLL_SECONDS = 0.2
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
DRILLS = "tests/drills"
PYTEST = ("-m", "pytest", "-q", "-p", "tests.run.plugin", "--durations=20")


def main() -> int:
    """Run what the command line says; return 0 if everything passed, 130 if it was interrupted."""
    options, of_pytest = _options()
    os.chdir(ROOT)
    reaper.adopt_orphans()
    for number in SIGNALS:
        signal.signal(number, _interrupted)
    os.environ.setdefault("PYTHONHASHSEED", "0")  # all workers find the same tests
    say_what_is_left_out()
    with tempfile.TemporaryDirectory(prefix="clash-tests-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)  # PostgreSQL runs as another user, in a folder within
        os.environ["TMPDIR"] = folder
        processors = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
        workers = ["-vv"] if options.one_by_one else ["-n", str(processors + 1)]
        drills = [] if any(path.startswith(DRILLS) for path in of_pytest) else ["--ignore", DRILLS]
        tests = shlex.join([sys.executable, *PYTEST, *workers, *drills, *of_pytest])
        run = Run([tests, *options.commands], 1 if options.one_by_one else 2, Path(folder))
        try:
            failed = run.run()
        except KeyboardInterrupt:
            for number in SIGNALS:
                signal.signal(number, signal.SIG_IGN)
            _say("Interrupted: everything that was started ends.")
            run.interrupt()
            reaper.end_descendants()
            return 130
        left = reaper.end_descendants(reaper.LEAVE_SECONDS)
    for words in left:
        _say(f"Still running at the end, and killed: {words}")
    for command in failed:
        _say(f"Failed: {command}")
    _say(f"{reaper.cpu_seconds():.0f} CPU seconds of all processes")
    return 1 if failed or left else 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _options() -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(prog="python -m tests.run", description=__doc__, allow_abbrev=False)
    parser.add_argument("--with", action="append", default=[], dest="commands", metavar="COMMAND")
    parser.add_argument("--one-by-one", action="store_true")
    return parser.parse_known_args()


def _interrupted(number: int, frame: object) -> NoReturn:
    raise KeyboardInterrupt


class Run:
    """Runs lines for the shell, at most so many at once: the first prints as it goes, of others what they print is kept
    until they have failed. If there is one at a time, all print as they go."""

    def __init__(self, lines: list[str], most: int, folder: Path) -> None:
        self._waiting = lines
        self._most = most
        self._folder = folder
        self._running: dict[int, tuple[subprocess.Popen[bytes], str, Path | None]] = {}

    def run(self) -> list[str]:
        """Run all; return the lines that failed."""
        failed = []
        while self._waiting or self._running:
            while self._waiting and len(self._running) < self._most:
                self._start(self._waiting.pop(0))
            failed += self._see_ends()
            wait([], POLL_SECONDS)
        return failed

    def _start(self, line: str) -> None:
        """Start a process in a session of its own, which ^C at the terminal does not reach."""
        log = self._folder / f"{len(self._waiting)}.log" if self._running else None
        out = log.open("wb") if log else None
        process = subprocess.Popen(
            ["sh", "-c", line], stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True
        )
        if out:
            out.close()
        self._running[process.pid] = process, line, log

    def _see_ends(self) -> list[str]:
        failed = []
        for pid, code in reaper.reap().items():
            if pid not in self._running:
                continue  # an orphan
            process, line, log = self._running.pop(pid)
            process.returncode = code
            if code:
                failed.append(line)
                if log:
                    _say(f"FAILED {line}\n{log.read_text('utf-8', 'replace')}")
        return failed

    def interrupt(self) -> None:
        """Let every process end in order, as ^C does, for as long as there is patience."""
        for pid in self._running:
            os.killpg(pid, signal.SIGINT)
        give_up = time.monotonic() + PATIENCE
        while self._running and time.monotonic() < give_up:
            self._see_ends()
            wait([], POLL_SECONDS)


if __name__ == "__main__":
    sys.exit(main())
