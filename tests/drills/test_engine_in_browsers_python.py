"""The tests of the engine pass in the Python that browsers run, too."""

from __future__ import annotations

import subprocess
import sysconfig
from pathlib import Path

import pytest

from tests.drills import engine_tests
from tools.offline import build

ENGINE = "tests/engine"
PIECES = ("bots", "properties", "")  # these two take as long as all the rest
PROCESSES = ("test_command_line.py", "test_purity.py")
"""Tests of the command line and of a fresh interpreter: a browser can start no process."""
BOTTOMLESS = "test_record.py::test_the_command_says_what_is_wrong_with_a_file"
"""Reads JSON of extreme depth by the command line: Node's stack ends before Python's limit."""


@pytest.mark.parametrize("piece", PIECES)
def test_the_engines_tests_pass(piece: str) -> None:
    apart = () if piece else (*filter(None, PIECES), *PROCESSES)
    wanted = [f"{ENGINE}/{piece}", *(f"--ignore={ENGINE}/{name}" for name in apart)]
    wanted.append(f"--deselect={ENGINE}/{BOTTOMLESS}")
    places = build.ROOT, Path(sysconfig.get_path("purelib")).resolve()
    command = build.in_browsers_python(Path(engine_tests.__file__), *places)
    asked = "\n".join([str(build.ROOT), *wanted])
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=False)
    print(done.stdout[-2000:])  # noqa: T201 # how many have passed
    assert done.returncode == 0 and done.stdout.endswith("\n0"), done.stdout + done.stderr[-2000:]
