"""The engine is pure: the standard library and itself, no clock, no global randomness (tools/check_engine.py)."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools import check_engine

ROOT = Path(check_engine.__file__).resolve().parents[1]
MODULES = sorted((ROOT / "engine").rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=[path.relative_to(ROOT).as_posix() for path in MODULES])
def test_no_module_reaches_outside(path: Path) -> None:
    assert list(check_engine.complaints(path, path.read_text("utf-8"))) == []


def test_every_module_imports_where_no_package_is_installed() -> None:
    assert check_engine.imports_alone()


@pytest.mark.parametrize(
    "source",
    [
        "import fastapi",
        "from app import main",
        "import tests.engine.language",
        "import time",
        "from datetime import datetime",
        "import os.path",
        "import random\nrandom.shuffle([1])",
        "import random\nrandom.random()",
        "from random import choice",
        "open('cards.csv')",
        "print(1)",
    ],
)
def test_the_check_sees_what_it_is_for(source: str) -> None:
    assert list(check_engine.complaints(ROOT / "engine" / "match.py", source))


def test_a_seeded_generator_of_ones_own_is_a_value() -> None:
    source = "import random\nrandom.Random(7).shuffle([1])"
    assert list(check_engine.complaints(ROOT / "engine" / "match.py", source)) == []


def test_playing_leaves_the_global_generator_alone() -> None:
    # A whole reshuffle in a process of its own: the global generator gives the same numbers as without it.
    code = (
        "import random; random.seed(1)\n"
        "from tests.engine.language import automaton, side, solo\n"
        "solo(A=side('* brute', top='brute'), B=automaton('zombie', discard='ogre troll')).end_summon()\n"
        "print(random.random() == random.Random(1).random())"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)
    assert (done.stdout, done.stderr) == (b"True\n", b"")
