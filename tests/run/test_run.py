"""`python -m tests.run` leaves nothing running behind, and says what failed and how to run that again."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.waiting import wait_until
from tools.rig import usage

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux makes orphans children of the run")
# A process that no signal of a terminal reaches, which ignores being asked to end, and whose parent is gone.
ROOT = Path(__file__).resolve().parents[2]
STUBBORN = (
    "import pathlib, signal, time; signal.signal(15, 1); signal.signal(2, 1); "
    "pathlib.Path('{}').touch(); time.sleep(600)"
)
HIDDEN = '(setsid {} -c "{}" &) ; '


def _run(tmp_path: Path, then: str) -> subprocess.Popen[str]:
    command = HIDDEN.format(sys.executable, STUBBORN.format(tmp_path / "up")) + then
    words = [sys.executable, "-m", "tests.run", str(tmp_path), "--with", command]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True, start_new_session=True)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_leaves_no_process_behind(tmp_path: Path, how: signal.Signals) -> None:
    with _run(tmp_path, "sleep 600") as run:
        wait_until((tmp_path / "up").exists)
        started = usage.descendants(run.pid)
        assert len(started) >= 2
        run.send_signal(how)
        printed, _ = run.communicate()
        assert run.returncode == 130
        assert "Interrupted" in printed
    assert not [pid for pid in started if usage.cpu_seconds(pid)]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[str]:
    """Provide a folder with a test that fails the third time of four."""
    made = Path(__file__).parents[1] / "artifacts" / tmp_path.name
    made.mkdir(parents=True)
    lines = "def test_third(request):\n    assert '3-4' not in request.node.name\n"
    (made / "test_counted.py").write_text(lines)
    yield str(made.relative_to(ROOT))
    shutil.rmtree(made)


def _done(*words: str) -> str:
    """Return what a run prints that fails."""
    command = [sys.executable, "-m", "tests.run", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    return done.stdout


def test_files_run_so_many_times_and_a_failure_says_in_which(folder: str) -> None:
    printed = _done(folder, "--count", "4")
    assert "1 failed, 3 passed" in printed
    summary = printed.partition("Failed: ")[2]  # of the log of a host often only the end is kept
    assert "test_counted.py::test_third[3-4]' --count 4\n" in summary
    assert "test_counted.py:2: AssertionError\n  E       AssertionError: assert '3-4' not in " in summary


def test_two_tests_with_one_name_are_refused(folder: str) -> None:
    assert "Two tests have one name" in _done(folder, folder, "--keep-duplicates")


def test_what_a_run_leaves_behind_is_ended_and_fails_it(tmp_path: Path) -> None:
    up = tmp_path / "up"
    with _run(tmp_path, f"while [ ! -e {up} ]; do :; done; echo a sentence; exit 3") as run:
        printed, _ = run.communicate()
    assert run.returncode == 1
    assert "Still running at the end, and killed" in printed
    assert "a sentence" in printed and "Failed: (setsid" in printed
