"""The engine leaves the world alone while it plays; what its modules may import and call is checked by `make lint`."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


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
