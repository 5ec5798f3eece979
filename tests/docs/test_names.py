"""A class or an alias has one meaning: whoever reads its name anywhere in the code knows what it is."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
QUESTIONS = {"What", "How", "Which", "Who", "Where", "When", "Whether", "Why"}


def _names(source: str) -> Iterator[str]:
    """Yield the classes and aliases that a module defines; names in capitals are constants or type variables."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and target.id[0].isupper() and not target.id.isupper():
                yield target.id


def test_no_name_of_a_class_or_an_alias_is_defined_twice() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for folder in ("app", "engine", "tools"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for name in _names(path.read_text(encoding="utf-8")):
                places[name].append(str(path.relative_to(ROOT)))
    assert "SeatHolder" in places and "BySeat" in places
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_a_module_names_what_it_holds() -> None:
    first_words = {
        str(path.relative_to(ROOT)): (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "-").split()[0]
        for folder in ("app", "engine", "tools")
        for path in sorted((ROOT / folder).rglob("*.py"))
    }
    assert len(first_words) > 100
    assert {path: word for path, word in first_words.items() if word in QUESTIONS} == {}
