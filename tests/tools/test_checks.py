"""The project's own checks see what they are there for, and nothing else."""

from __future__ import annotations

from tests.support.cases import case
from tools import check_engine, check_messages

MODULE = check_engine.ENGINE / "somewhere.py"
MESSAGES = """
<button hx-ws:send hx-vals='{"type": "draw", "do": "accept"}'></button>
<button hx-ws:send data-act="undo" hx-vals='{"type": "act", "action": {"type": "undo"}}'></button>
<button hx-ws:send hx-vals='{"type": "act", "action": {"type": "deck", "cards": {{ slugs|tojson }}}}'></button>
<button data-message='{"type": "again"}'></button>
"""


def test_impure_code_of_the_engine_is_seen() -> None:
    for source in (
        "import fastapi", "import tests.engine.language", "from app import settings", "from datetime import datetime",
        "import os.path", "def f():\n    import random\n    return random.random()", "open('x')", "print('x')",
    ):  # fmt: skip
        with case(source):
            assert len(list(check_engine.complaints(MODULE, source))) == 1
    for source in ("import json", "from . import cards", "import random\nrandom.Random(7).random()"):
        with case(source):
            assert list(check_engine.complaints(MODULE, source)) == []
    assert list(check_engine.complaints(check_engine.ENGINE / "__main__.py", "import sys, time")) == []


def test_a_message_that_no_socket_takes_is_seen() -> None:
    assert list(check_messages.complaints(MESSAGES)) == []
    for message in (
        '{"type": "drew", "do": "accept"}', '{"type": "draw", "do": "agree"}', '{"type": "draw"',
        '{"type": "draw", "do": "accept", "now": true}', '{"type": "act", "action": {"type": "flee"}}',
    ):  # fmt: skip
        with case(message):
            assert len(list(check_messages.complaints(f"<button hx-vals='{message}'></button>"))) == 1
    assert len(list(check_messages.complaints(MESSAGES.replace('data-act="undo"', 'data-act="attack"')))) == 1
