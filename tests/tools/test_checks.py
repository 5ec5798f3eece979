"""The project's own checks see what they are there for, and nothing else."""

from __future__ import annotations

from pathlib import Path

from tests.support.cases import case
from tools import check_engine, check_messages, check_names
from tools.check_styles import costly, named_classes, sided, unnamed, unused

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


def test_a_name_with_two_meanings_and_a_docstring_that_asks_are_seen() -> None:
    twice = {"a.py": "class Seat: ...", "b.py": "Seat = str\nLIMIT = 1", "c.py": "LIMIT = 2"}
    assert list(check_names.complaints(twice)) == ["Seat is defined in a.py and b.py"]
    asks = {"a.py": '"""What a match costs."""', "b.py": '"""The cost of a match."""'}
    assert len(list(check_names.complaints(asks))) == 1


def test_sides_costly_selectors_and_colours_without_a_name_are_seen() -> None:
    for bad in (
        "left: 0",
        "text-align: right",
        "padding: 0 1px 0 2px",
        "border-top-left-radius: 3px",
        "inset: 0 0 0 1px",
    ):
        assert list(sided(f"a {{ color: red; {bad}; top: 0 }}")) == [bad]
    for good in ("padding-inline: 0 1px", "margin: 0 1px 0 1px", "left: var(--x)", "border-radius: 0 0 3px 3px"):
        assert list(sided(f"a {{ {good} }}")) == []
    assert all(map(costly, (".stage:has(> .x) {}", "a, .lane.b:has(.x) {}", "html[data-a]:has(i) {}")))
    assert not any(map(costly, (".tile:has(:checked) {}", ".stage .chip:has(i) {}")))
    for bad in ("#fff", "rgb(0 0 0 / 40%)", "white"):
        assert list(unnamed(f"a {{ background: linear-gradient({bad}, var(--ink)); top: 0 }}")) == [bad]
    for good in ("var(--white)", "url(a.svg#abc)", "CanvasText", "transparent"):
        assert not list(unnamed(f"a#add:hover {{ background: {good} }}"))


def test_a_class_that_nothing_has_is_seen(tmp_path: Path) -> None:
    for path, text in {
        "templates/a/page.html": "{# .gone #}<p class=\"line {{ 'is-new' if new }} size-{{ size }}\">Words</p>",
        "static/js/page.js": 'list.className = `row row-${kind}`; /* "gone" is not */ element.matches(".open")',
        "app/page.py": 'states = ["ready"]',
    }.items():
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text(text)
    named = named_classes(tmp_path)
    used = ".line .is-new, .size-l, .row-b:not(.open) .row { top: 0 } @media x { .ready { top: 0 } }"
    assert unused(used, *named) == []
    assert unused("/* .old */ .lost, .line .missing:hover { background: url(a.svg) }", *named) == ["lost", "missing"]
