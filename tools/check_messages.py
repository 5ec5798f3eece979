"""Every message that a template lets the page send, against the closed set of messages that its socket takes; and the
types of events that scripts know, against the engine's."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

from pydantic import ValidationError

from app.base.live.client_messages import PRACTICE
from app.matches.core.features import PAGE
from engine.actions import ActionNotation
from engine.history import UNDO
from engine.setup.choices import SetupAction
from tools import event_types

TEMPLATES: Final = Path(__file__).resolve().parent.parent / "templates"
MESSAGE: Final = re.compile(r"""(?:hx-vals|data-message)='([^']*)'""")
MADE: Final = re.compile(r'"[^"{}]*\{\{.*?\}\}[^"]*"')  # a string from the template's values
VALUE: Final = re.compile(r"\{\{.*?\}\}")
ACT: Final = re.compile(r'data-act="(\w+)"[^>]*?hx-vals=\'\{"type": "act", "action": \{"type": "(\w+)"')

ACTIONS: Final = {
    word
    for notation in (*get_args(ActionNotation), *get_args(SetupAction))
    for word in get_args(get_type_hints(notation)["type"])
} | {UNDO}


def complaint(text: str) -> str:
    """Return the mistake in a template's message, or ""."""
    try:
        message: dict[str, Any] = json.loads(VALUE.sub("null", MADE.sub('"A"', text)))
    except ValueError:
        return "is no JSON"
    if message.get("type") == "act":
        message["seq"] = 0  # the page's script adds it
        if message["action"].get("type") not in ACTIONS:
            return "is no action"
    problems = []
    for sockets in (PAGE, PRACTICE):
        try:
            sockets.validate_python(message)
        except ValidationError as error:
            problems.append(error.errors()[0]["msg"])
    return problems[0] if len(problems) == 2 else ""


def complaints(html: str) -> Iterator[str]:
    """Yield the mistakes in a template's messages, one line each."""
    yield from (f"{text} {wrong}" for text in MESSAGE.findall(html) if (wrong := complaint(text)))
    yield from (f"{act} is the name of the button that sends {sent}" for act, sent in ACT.findall(html) if act != sent)


def main() -> int:
    """Print the mistakes; returns 1 if there are any."""
    found = [
        f"{path.relative_to(TEMPLATES)}: {line}"
        for path in sorted(TEMPLATES.rglob("*.html"))
        for line in complaints(path.read_text("utf-8"))
    ]
    if not event_types.is_current():
        found.append("tools/types/events.d.ts is not what the engine says: run python -m tools.event_types, then biome")
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
