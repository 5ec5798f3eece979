"""Has each class and each alias one meaning, and does a module's docstring name what it holds?"""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("app", "engine", "tools")
QUESTIONS = {"What", "How", "Which", "Who", "Where", "When", "Whether", "Why"}


def names(module: ast.Module) -> Iterator[str]:
    """Yield the classes and aliases that a module defines; names in capitals are constants or type variables."""
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and target.id[0].isupper() and not target.id.isupper():
                yield target.id


def complaints(sources: dict[str, str]) -> Iterator[str]:
    """Yield the mistakes in these modules, their text by their path, one line each."""
    places: dict[str, list[str]] = defaultdict(list)
    for path, text in sources.items():
        module = ast.parse(text)
        for name in names(module):
            places[name].append(path)
        if (ast.get_docstring(module) or "-").split()[0] in QUESTIONS:
            yield f"{path}: the docstring asks a question instead of naming what is there"
    yield from (f"{name} is defined in {' and '.join(found)}" for name, found in places.items() if len(found) > 1)


def main() -> int:
    """Print the mistakes; returns 1 if there are any."""
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    found = list(complaints({str(path.relative_to(ROOT)): path.read_text("utf-8") for path in paths}))
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
