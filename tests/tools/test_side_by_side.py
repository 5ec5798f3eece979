"""Two test runs at once: all output is shown, and one failure is a failure."""

from __future__ import annotations

import subprocess
import sys

SAY = [sys.executable, "-c"]


def both(first: str, second: str) -> subprocess.CompletedProcess[str]:
    """Run two lines of Python side by side."""
    command = [sys.executable, "-m", "tools.side_by_side", *SAY, first, "--", *SAY, second]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_both_are_heard() -> None:
    done = both("print('one')", "print('two')")
    assert done.returncode == 0
    assert done.stdout.split() == ["one", "two"]


def test_either_failure_counts() -> None:
    assert both("raise SystemExit(3)", "print('two')").returncode == 3
    assert both("print('one')", "raise SystemExit(4)").returncode == 4
