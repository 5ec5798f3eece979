"""The project's own checks see what they are there for, and nothing else."""

from __future__ import annotations

from typing import Any

from tests.support.cases import case
from tools import check_engine, check_messages, check_styles
from tools.browsers.support import WebFeature
from tools.browsers.used import of_script, of_styles, of_template

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


def test_what_a_promised_browser_lacks_is_seen() -> None:
    new, old = (
        {browser: {"version_added": since} for browser in ("safari", "firefox", "chrome")} for since in ("200", "1")
    )
    prefixed = [{"version_added": "200"}, {"version_added": "9", "prefix": "-webkit-"}]
    names: dict[str, Any] = {
        "css.properties.user-select": old | {"safari": prefixed}, "css.types.color.light-dark": new,
        "css.selectors.has": new, "css.selectors.nesting": new, "css.at-rules.media.range_syntax": new,
        "api.Element.checkVisibility": new, "api.Element.animate": old, "api.Navigator.share": new,
        "javascript.regular_expressions.lookbehind_assertion": new, "html.elements.search": new,
        "html.global_attributes.popover": new, "html.elements.a.href": old,
    }  # fmt: skip
    known = {name: WebFeature(name, support) for name, support in names.items()}
    for sheet, seen in (
        ("a { user-select: none; }", {"css.properties.user-select"}),
        ("a { -webkit-user-select: none; user-select: none; }", set()),
        (":root { --a: light-dark(red, blue); }", {"css.types.color.light-dark"}),
        ("a:has(b) { top: 0; }", {"css.selectors.has"}),
        ("a { top: 0; & b { top: 1px; } }", {"css.selectors.nesting"}),
        ("@media (width < 40rem) { a { top: 0; } }", {"css.at-rules.media.range_syntax"}),
    ):
        with case(sheet):
            assert {name for name in of_styles(sheet, known) if not known[name].is_promised} == seen
    members = {"checkVisibility": ["api.Element.checkVisibility"], "animate": ["api.Element.animate"]}
    for script, seen in (
        ("panel.checkVisibility()", {"api.Element.checkVisibility"}),
        ("panel.animate()", set()),
        ("own.checkVisibility()", set()),
        ("navigator.share({})", {"api.Navigator.share"}),
        ("/(?<=a)b/.test(text)", {"javascript.regular_expressions.lookbehind_assertion"}),
    ):
        with case(script):
            found = of_script(script, known, members, {"checkVisibility"} if script.startswith("own") else set())
            assert {name for name in found if not known[name].is_promised} == seen
    page = '<search><a href="/" popover>{{ "<b hidden>" }}</a></search>'
    assert of_template(page, known) >= {"html.elements.search", "html.global_attributes.popover"}


def test_a_sheet_outside_its_layer_and_a_question_in_other_words_are_seen() -> None:
    rule = ".a {\n  color: red;\n}\n"
    inside = f"@layer ink {{\n{rule}}}\n".replace("\n.", "\n  .").replace("\n}\n}", "\n  }\n}")
    sheets = {"layers": "/* all */\n@layer base, ink;\n", "ink": f"/* a; b */\n{inside}"}
    assert list(check_styles.unlayered(sheets)) == []
    for name, css in (("ink", inside + rule), ("base", inside), ("late", inside.replace("ink", "late"))):
        with case(name + css[-9:]):
            assert list(check_styles.unlayered({**sheets, name: css})) == [name]
    right = "@media (orientation: portrait), (max-width: 19rem) {} @container (width < 9rem) {}"
    assert list(check_styles.unasked(right)) == []
    for wrong in ("(max-width: 20rem)", "(max-width: 19rem) and (orientation: portrait)", "(width < 9rem)"):
        with case(wrong):
            assert list(check_styles.unasked(f"@media {wrong} {{}}")) == [wrong]
