"""The purity check finds what it is there to find."""

import pytest

from tools.check_engine import ENGINE, complaints

MODULE = ENGINE / "somewhere.py"


@pytest.mark.parametrize(
    "source",
    [
        "import fastapi",
        "import tests.engine.language",
        "from app import settings",
        "import time",
        "from datetime import datetime",
        "import os.path",
        "def f():\n    import random\n    return random.random()",
        "from random import shuffle",
        "open('x')",
        "print('x')",
    ],
)
def test_impure_code_is_found(source: str) -> None:
    assert len(list(complaints(MODULE, source))) == 1


@pytest.mark.parametrize(
    "source",
    ["import json", "from engine import cards", "from . import cards", "import random\nrandom.Random(7).random()"],
)
def test_pure_code_passes(source: str) -> None:
    assert list(complaints(MODULE, source)) == []


def test_command_line_may_talk_to_the_outside() -> None:
    source = "import sys, time\nprint(sys.stdin.read())"
    assert list(complaints(ENGINE / "__main__.py", source)) == []
    assert list(complaints(ENGINE / "__main__.py", "import orjson")) != []
