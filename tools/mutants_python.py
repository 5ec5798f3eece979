"""Break what is new in Python, one place at a time, and see whether the tests of its own folder notice.

    nice python -m tools.mutants_python [--count 200] [--seed 1] [--only app/site/push] [--jobs 2]

Draws places within functions of AREAS by a fixed seed and changes each in one way: a condition is turned round, a
comparison moved by one, a number is one more, a call is left out, nothing is returned. Calls that write to the log stay
as they are. Each is tried in a copy of the project; what lives is printed; docs/testing.md has the figures.
"""

from __future__ import annotations

import argparse
import ast
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import Queue
from typing import Final, NamedTuple

from tools.mutants import ROOT, copy_to

TOURNAMENTS: Final = "tests/app/contests/tournaments"
PUSH: Final = "tests/app/site/push"
AREAS: Final = {
    "app/site/push/endpoints.py": [f"{PUSH}/test_endpoints.py"],
    "app/site/push/delivery.py": [f"{PUSH}/test_{name}.py" for name in ("endpoints", "word", "push")],
    "app/site/push/slots.py": [f"{PUSH}/test_slots.py"],
    "app/site/push/quiet.py": [f"{PUSH}/test_push.py", "-k", "quiet"],
    "app/site/push": [PUSH],
    "app/contests/tournaments/drawing/calendar.py": [f"{TOURNAMENTS}/test_calendar.py"],
    "app/contests/tournaments/pages/feeds.py": [f"{PUSH}/test_word.py"],
    "app/site/offline": ["tests/app/site/offline"],
    "app/learning/replay/record_import.py": ["tests/app/learning/replay/test_record_import.py"],
    "app/learning/replay/library.py": [f"tests/app/learning/replay/test_{name}.py" for name in ("uploads", "pages")],
    "app/learning/replay/service.py": [f"tests/app/learning/replay/test_{name}.py" for name in ("uploads", "pages")],
    "app/learning/replay/budget.py": ["tests/app/learning/replay/test_uploads.py"],
    "app/base/live/copy.py": ["tests/app/base/live/test_copy.py"],
    "app/contests/tournaments/rules/own_cards.py": [f"{TOURNAMENTS}/test_own_cards.py"],
    "app/contests/tournaments/running/own_cards.py": [f"{TOURNAMENTS}/test_own_cards.py"],
    "app/contests/tournaments/rules": [f"{TOURNAMENTS}/rules/test_standings.py", f"{TOURNAMENTS}/rules"],
    "app/people/players/player.py": ["tests/app/people/players/test_preferences.py"],
    "app/people/players/preference_service.py": ["tests/app/people/players/test_preferences.py"],
    "app/cards/gallery/faces.py": ["tests/app/cards/gallery/test_faces.py"],
    "app/matches/core/history/public_records.py": ["tests/app/matches/core/test_public_records.py"],
}
"""What is broken, by the beginning of its path (the first that fits), and the tests that should notice."""
COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
Function = ast.FunctionDef | ast.AsyncFunctionDef


class BrokenPlace(NamedTuple):
    """The place of this number in a file."""

    path: str
    number: int


def changed(node: ast.AST) -> ast.AST | None:
    """Return what is to stand instead of a part of a function; None where there is nothing to break."""
    match node:
        case ast.Compare(left, [op], right):
            return ast.Compare(left, [COMPARISONS[type(op)]()], right)
        case ast.BoolOp(op, values):
            return ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not(), operand):
            return operand
        case ast.BinOp(left, ast.Add() | ast.Sub() as op, right):
            return ast.BinOp(left, ast.Sub() if isinstance(op, ast.Add) else ast.Add(), right)
        case ast.Constant(bool() as value):
            return ast.Constant(not value)
        case ast.Constant(int() as value):
            return ast.Constant(value + 1)
        case ast.IfExp(test, body, orelse):
            return ast.IfExp(test, orelse, body)
        case ast.If(test, body, orelse):
            return ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.Expr(ast.Call() | ast.Await() as call) if not ast.unparse(call).startswith("log."):
            return ast.Pass()
        case ast.Return(ast.expr() as value) if not isinstance(value, ast.Constant):
            return ast.Return(ast.Constant(None))
        case _:
            return None


def places(tree: ast.AST, *, inside: bool = False) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    """Yield each part of a function that can be broken, with its parent, and the field and index there."""
    for field, value in ast.iter_fields(tree):
        if field in ("annotation", "returns", "args", "decorator_list") and not isinstance(tree, ast.Call):
            continue
        listed = value if isinstance(value, list) else [value]
        for index, node in enumerate(listed):
            if not isinstance(node, ast.AST):
                continue
            if inside and changed(node) is not None:
                yield tree, field, index if isinstance(value, list) else None, node
            if not (isinstance(node, ast.Expr) and ast.unparse(node).startswith("log.")):
                yield from places(node, inside=inside or isinstance(node, Function))


def broken(text: str, place: int) -> tuple[str, int, str, str]:
    """Return a file with this place broken, the number of its line, and the place before and after."""
    tree = ast.parse(text)
    parent, field, index, node = list(places(tree))[place]
    new = changed(node)
    assert new is not None
    before, line = ast.unparse(node), getattr(node, "lineno", 0)
    if index is None:
        setattr(parent, field, new)
    else:
        getattr(parent, field)[index] = new
    return ast.unparse(ast.fix_missing_locations(tree)), line, before, ast.unparse(new)


def candidates(only: str) -> list[BrokenPlace]:
    """Return every place in the files whose path the pattern finds."""
    paths = {
        path for area in AREAS for path in ([ROOT / area] if area.endswith(".py") else (ROOT / area).rglob("*.py"))
    }
    named = sorted(str(path.relative_to(ROOT)) for path in paths)
    return [
        BrokenPlace(path, place)
        for path in named
        if re.search(only, path)
        for place in range(len(list(places(ast.parse((ROOT / path).read_text("utf-8"))))))
    ]


def tests_of(path: str) -> Sequence[str]:
    """Return the tests that should notice."""
    return next(tests for area, tests in AREAS.items() if path.startswith(area))


def tried(place: BrokenPlace, folder: Path) -> tuple[bool, str]:
    """Return whether a test notices, and a line about it."""
    path = folder / place.path
    text = path.read_text("utf-8")
    new, line, before, after = broken(text, place.number)
    path.write_text(new, "utf-8")
    words = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "-p", "no:cacheprovider"]
    try:
        failed = subprocess.run(
            [*words, *tests_of(place.path)], cwd=folder, capture_output=True, check=False
        ).returncode
    finally:
        path.write_text(text, "utf-8")
    said = "caught" if failed else f"lives\n    {before}\n    {after}"
    return bool(failed), f"{place.path}:{line} {said}"


def main() -> int:
    """Try the mutants that were asked for; returns 1 if less than four of five are caught."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="files whose path this pattern finds")
    parser.add_argument("--jobs", type=int, default=2, help="how many at once")
    asked = parser.parse_args()
    found = candidates(asked.only)
    drawn = random.Random(asked.seed).sample(found, min(asked.count, len(found)))
    folders: Queue[Path] = Queue()
    caught = 0
    with tempfile.TemporaryDirectory() as kept, ThreadPoolExecutor(asked.jobs) as threads:
        for number in range(asked.jobs):
            copy_to(Path(kept) / str(number))
            folders.put(Path(kept) / str(number))

        def in_turn(place: BrokenPlace) -> tuple[bool, str]:
            folder = folders.get()
            try:
                return tried(place, folder)
            finally:
                folders.put(folder)

        for number, one in enumerate(as_completed([threads.submit(in_turn, place) for place in drawn]), 1):
            is_caught, said = one.result()
            caught += is_caught
            print(f"{number} of {len(drawn)} {said}", flush=True)
    print(f"{caught} of {len(drawn)} caught, of {len(found)} places")
    return int(caught * 5 < len(drawn) * 4)


if __name__ == "__main__":
    sys.exit(main())
