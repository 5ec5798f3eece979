"""The compiled engine does the same: it plans as it did, and passes every test of rules, secrets and drawing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import compile
from tools.rig.json import Json


def _python(*words: str, path: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": path, **more}
    return subprocess.run(
        [sys.executable, "-P", *words], cwd=compile.ROOT, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def compiled() -> str:
    """Provide Python's path of a process with the compiled engine; making it takes minutes."""
    done = _python("-m", "tools.compile", path=str(compile.ROOT))
    assert done.returncode == 0, done.stderr[-2000:]
    return f"{compile.FOLDER}{os.pathsep}{compile.ROOT}"


def _plans(path: str) -> Json:
    done = _python("-m", "tests.drills.plans", path=path)
    assert done.returncode == 0, done.stderr[-2000:]
    found: Json = json.loads(done.stdout)
    return found


def test_it_plans_the_same(compiled: str) -> None:
    fast, plain = _plans(compiled), _plans(str(compile.ROOT))
    assert Path(fast["made_by"]).parent == compile.FOLDER / "engine" and not fast["made_by"].endswith(".py")
    assert plain["made_by"] == str(compile.ROOT / "engine" / "position.py")
    assert fast["digests"] == plain["digests"]


def test_it_passes_the_tests_of_the_engine_of_secrets_and_of_the_drawing(compiled: str) -> None:
    code = _python(
        "-c", "from app.matches.table import drawing, zones; print(drawing.__file__, zones.__file__)", path=compiled
    )
    assert ".py" not in code.stdout and code.stdout.count(".so") == 2, code.stdout + code.stderr
    few = {"CI": ""}  # many matches by chance are played with the engine as it is
    tests = (
        "tests/engine",
        "tests/app/matches/table",
        "tests/app/matches/core/test_leaks.py",
        "tests/app/matches/play/test_hotseat.py",
    )
    done = _python("-m", "pytest", "-q", "-x", "-o", "pythonpath=", *tests, path=compiled, **few)
    assert done.returncode == 0, done.stdout[-3000:]


def test_without_a_compiler_a_sentence_says_what_to_install() -> None:
    done = _python("-m", "tools.compile", path=str(compile.ROOT), CC="no-such-compiler")
    assert done.returncode == 1
    assert done.stderr.strip() == compile.NEEDED
