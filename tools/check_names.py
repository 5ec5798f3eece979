"""The names of the code: one meaning for each class and alias, constants that say what they bound, docstrings that say
what is there, no underscore of another module, and migrations that follow one another without a gap."""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("app", "engine", "migrations", "tests", "tools")
MIGRATIONS = Path("migrations", "versions")
MAX_OF_A_REVISION = 32  # characters of alembic's column
OF_LIBRARIES = {"_accumulate_rewards", "_was_dead_step", "_should_upgrade", "_unset_keepalive_if_required", "_exit"}
OF_TUPLES = {"_asdict", "_fields", "_make", "_mapping", "_replace"}
"""Names with an underscore that libraries and the language offer to others."""
OF_ONE_FILE = {"tests/app/base/web/conftest.py": {"_id"}}
"""Names of libraries that nothing but this file may use."""
VAGUE = re.compile(r"^_?(MOST(_\w+)?|KEPT|MANY|LAST|ENOUGH|SECONDS|AT_ONCE|OTHERS|PORTION|GAP|RETRY|AGAIN|SOON)$")
"""Names of constants that do not say what they bound."""
UNNAMED = re.compile(
    r"(What|Which|Who|Whose|Where|When|Whether|Why|How|So|That|It|Its|They|Them|Their|These|Those|The same)\b"
)
"""Beginnings of docstrings that name nothing, and are dark without their neighbour."""
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def names(module: ast.Module) -> Iterator[str]:
    """Yield the classes and aliases that a module defines; names in capitals are constants or type variables."""
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and target.id[0].isupper() and not target.id.isupper():
                yield target.id


def foreign(path: str, text: str) -> Iterator[str]:
    """Yield the uses of attributes with an underscore that this module does not define itself, one line each."""
    module = ast.parse(text)
    own = {node.name for node in ast.walk(module) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    own |= {node.id for node in ast.walk(module) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    used = [node for node in ast.walk(module) if isinstance(node, ast.Attribute)]
    own |= {node.attr for node in used if isinstance(node.ctx, ast.Store) and _is_self(node)} | OF_LIBRARIES | OF_TUPLES
    own |= OF_ONE_FILE.get(path, set())
    for node in used:
        if node.attr.startswith("_") and not node.attr.startswith("__") and node.attr not in own:
            yield f"{path}:{node.lineno}: {node.attr} belongs to another module"


def _is_self(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")


def complaints(sources: dict[str, str]) -> Iterator[str]:
    """Yield the mistakes in these modules, their text by their path, one line each. Tests choose their names freely."""
    paths: dict[str, list[str]] = defaultdict(list)
    for path, text in sources.items():
        module = ast.parse(text)
        for line, docstring in _docstrings(module):
            if begins := UNNAMED.match(docstring):
                yield f"{path}:{line}: the docstring begins with {begins[0]!r} instead of naming what is there"
        if path.startswith(("migrations/", "tests/")):
            continue
        for name in names(module):
            paths[name].append(path)
        for node in ast.walk(module):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and VAGUE.match(node.id):
                yield f"{path}:{node.lineno}: {node.id} does not say what it bounds"
    yield from (f"{name} is defined in {' and '.join(found)}" for name, found in paths.items() if len(found) > 1)


def _docstrings(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield all docstrings, those of constants and fields included, each with its line."""
    for node in ast.walk(module):
        if isinstance(node, Documented) and (docstring := ast.get_docstring(node)):
            yield node.body[0].lineno, docstring
        if isinstance(node, ast.Module | ast.ClassDef):
            for thing, after in pairwise(node.body):
                if isinstance(thing, ast.Assign | ast.AnnAssign) and isinstance(after, ast.Expr):
                    yield after.lineno, str(getattr(after.value, "value", ""))


def misnumbered(sources: dict[str, str]) -> Iterator[str]:
    """Yield the migrations, their text by their file's name, that do not have the next number, do not follow the one
    before, or have another revision than their name. (The first has one from before the release.)"""
    before = None
    for number, (name, text) in enumerate(sorted(sources.items()), 1):
        revision, follows = (
            re.search(rf'^{key} = "?([^"\n]+)', text, re.MULTILINE) for key in ("revision", "down_revision")
        )
        if not re.fullmatch(rf"{number:04}_[a-z_]+", name) or len(name) > MAX_OF_A_REVISION:
            yield f"{MIGRATIONS / name}.py: the name has to be {number:04}_ and a few words"
        if before is not None and not (revision and revision[1] == name and follows and follows[1] == before):
            yield f'{MIGRATIONS / name}.py: it needs revision = "{name}" and down_revision = "{before}"'
        before = revision[1] if revision else ""


def main() -> int:
    """Print the mistakes; returns 1 if there are any."""
    sources = {
        str(path.relative_to(ROOT)): path.read_text("utf-8")
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*.py"))
    }
    found = list(complaints(sources))
    found += [line for path, text in sources.items() for line in foreign(path, text)]
    found += misnumbered({path.stem: path.read_text("utf-8") for path in (ROOT / MIGRATIONS).glob("*.py")})
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
