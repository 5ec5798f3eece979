"""Break what is new in Python, one place at a time, and see whether the tests of its own folder notice.

    nice python -m tools.mutants_python [--count 200] [--seed 1] [--only app/site/push] [--jobs 2]

Draws places within functions of AREAS by a fixed seed and changes each in one way: a condition is turned round, a
comparison moved by one, a number is one more, a call is left out, nothing is returned. Calls that write to the log stay
as they are. Each is tried in a copy of the project, first against the tests of AREAS, then against those of WIDER.
What lives is printed, and every verdict is kept in `--results`, where the next run of the same files goes on;
docs/testing.md has the figures.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import signal
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
"""The modules to break, by the beginning of their path (the first that fits), and the tests that should notice."""
WIDER: Final = {
    "app/site/push": [PUSH, "tests/app/test_http.py", "tests/app/people/players"],
    "app/contests": [TOURNAMENTS],
    "app/site/offline": ["tests/app/site/offline", "tests/app/matches/solo", "tests/app/site/lobby"],
    "app/learning": ["tests/app/learning"],
    "app/base/live": ["tests/app/base", "tests/app/matches/core"],
    "app/people": ["tests/app/people", "tests/app/site/account"],
    "app/cards": ["tests/app/cards"],
    "app/matches": ["tests/app/matches/core", "tests/app/contests/openings"],
}
"""The tests that may notice what those of AREAS do not, by the beginning of the path."""
HUNG_SECONDS: Final = 600
"""A run that takes longer than this never ends: the mutant is caught."""
COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
Function = ast.FunctionDef | ast.AsyncFunctionDef


class PythonMutant(NamedTuple):
    """The part of this number that can be broken in a file."""

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


def parts(tree: ast.AST, *, inside: bool = False) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
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
                yield from parts(node, inside=inside or isinstance(node, Function))


def broken(text: str, number: int) -> tuple[str, int, str, str]:
    """Return a file with this part broken, the number of its line, and the part before and after."""
    tree = ast.parse(text)
    parent, field, index, node = list(parts(tree))[number]
    new = changed(node)
    assert new is not None
    before, line = ast.unparse(node), getattr(node, "lineno", 0)
    if index is None:
        setattr(parent, field, new)
    else:
        getattr(parent, field)[index] = new
    return ast.unparse(ast.fix_missing_locations(tree)), line, before, ast.unparse(new)


def candidates(only: str) -> list[PythonMutant]:
    """Return every place in the files whose path the pattern finds."""
    paths = {
        path for area in AREAS for path in ([ROOT / area] if area.endswith(".py") else (ROOT / area).rglob("*.py"))
    }
    named = sorted(str(path.relative_to(ROOT)) for path in paths)
    return [
        PythonMutant(path, number)
        for path in named
        if re.search(only, path)
        for number in range(len(list(parts(ast.parse((ROOT / path).read_text("utf-8"))))))
    ]


def tests_of(path: str) -> Iterator[Sequence[str]]:
    """Yield the tests that should notice, then those that may."""
    for listed in (AREAS, WIDER):
        yield next(tests for area, tests in listed.items() if path.startswith(area))


def notices(tests: Sequence[str], folder: Path) -> bool:
    """Return whether one of these tests fails, or never ends."""
    words = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "-p", "no:cacheprovider"]
    run = subprocess.Popen(
        [*words, *tests], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        return run.wait(HUNG_SECONDS) != 0
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
        return True


def tried(mutant: PythonMutant, folder: Path) -> tuple[bool, str]:
    """Return whether a test notices, and a line about it."""
    path = folder / mutant.path
    text = path.read_text("utf-8")
    new, line, before, after = broken(text, mutant.number)
    path.write_text(new, "utf-8")
    try:
        failed = any(notices(tests, folder) for tests in tests_of(mutant.path))
    finally:
        path.write_text(text, "utf-8")
    said = "caught" if failed else f"lives\n    {before}\n    {after}"
    return failed, f"{mutant.path}:{line} {said}"


def earlier(results: Path) -> dict[PythonMutant, tuple[bool, str]]:
    """Return the verdicts of a run that was stopped."""
    lines = results.read_text("utf-8").splitlines() if results.exists() else []
    kept = [json.loads(line) for line in lines]
    return {PythonMutant(*mutant): (caught, said) for mutant, caught, said in kept}


def main() -> int:
    """Try the mutants that were asked for; returns 1 if less than four of five are caught."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="files whose path this pattern finds")
    parser.add_argument("--jobs", type=int, default=2, help="how many at once")
    parser.add_argument("--results", type=Path, default=ROOT / "build/mutants_python.jsonl", help="verdicts so far")
    asked = parser.parse_args()
    found = candidates(asked.only)
    drawn = random.Random(asked.seed).sample(found, min(asked.count, len(found)))
    verdicts = {mutant: verdict for mutant, verdict in earlier(asked.results).items() if mutant in drawn}
    asked.results.parent.mkdir(parents=True, exist_ok=True)
    folders: Queue[Path] = Queue()
    with tempfile.TemporaryDirectory() as kept, ThreadPoolExecutor(asked.jobs) as threads:
        for number in range(asked.jobs):
            copy_to(Path(kept) / str(number))
            folders.put(Path(kept) / str(number))

        def in_turn(mutant: PythonMutant) -> None:
            folder = folders.get()
            try:
                verdicts[mutant] = tried(mutant, folder)
            finally:
                folders.put(folder)
            with asked.results.open("a", encoding="utf-8") as file:
                print(json.dumps([mutant, *verdicts[mutant]]), file=file)
            print(f"{len(verdicts)} of {len(drawn)} {verdicts[mutant][1]}", flush=True)

        for verdict in verdicts.values():
            print(f"earlier: {verdict[1]}")
        for one in as_completed([threads.submit(in_turn, mutant) for mutant in drawn if mutant not in verdicts]):
            one.result()
    caught = sum(verdict[0] for verdict in verdicts.values())
    print(f"{caught} of {len(drawn)} caught, of {len(found)} places")
    return int(caught * 5 < len(drawn) * 4)


if __name__ == "__main__":
    sys.exit(main())
