"""Is each refusal of the engine made with the parameters of its sentence, none of them a phrase in English?"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from app.base.errors import SENTENCES
from engine.errors import DETAILS, TEMPLATES
from engine.errors import SENTENCES as ENGINE_SENTENCES
from tools.i18n.faults import PLACEHOLDER

RAISERS = {"IllegalAction", "BadPosition", "EngineError", "bad_position", "bad_record", "_refuse", "malformed"}


def _raised(tree: ast.AST) -> Iterator[tuple[int, str, list[ast.keyword]]]:
    """Yield the line, the code and the parameters of each refusal that a module makes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RAISERS and node.args:
            for code in ast.walk(node.args[0]):  # one, or a choice between two
                if isinstance(code, ast.Constant) and code.value in TEMPLATES:
                    yield node.lineno, str(code.value), node.keywords


def complaints(folder: Path) -> Iterator[str]:
    """Yield the mistakes in the modules of the engine, one line each."""
    made: set[str] = set()
    for path in sorted(folder.rglob("*.py")):
        for line, code, keywords in _raised(ast.parse(path.read_text("utf-8"))):
            made.add(code)
            values = [keyword.value for keyword in keywords]
            if any(
                isinstance(value, ast.JoinedStr) or (isinstance(value, ast.Constant) and " " in str(value.value))
                for value in values
            ):
                yield f"{path.name}:{line}: {code}: a parameter is a phrase, which nobody can translate"
            if {keyword.arg for keyword in keywords} != {*PLACEHOLDER.findall(TEMPLATES[code])}:
                yield f"{path.name}:{line}: {code}: its sentence has other parameters"
    yield from (f"{code}: no module refuses for this reason" for code in sorted(DETAILS.keys() - made))
    if len(TEMPLATES) != len(ENGINE_SENTENCES) + len(DETAILS) or SENTENCES.keys() & DETAILS.keys():
        yield "a code stands in two tables"
