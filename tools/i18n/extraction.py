"""All texts of the site, found by pybabel in Python, in templates and in tables whose values are sentences."""

import importlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

from babel.messages.extract import extract_python

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = ROOT / "build" / "messages.pot"
SOURCES = ("app", "templates", "engine/errors.py", "engine/narration")
READ = (*SOURCES, "tools/i18n")
"""Folders and files of the texts, and of what finds them."""
EXTRACT = (
    "--mapping-file=tools/i18n/babel.cfg", "--no-location", "--sort-output", "--no-wrap",
    "--add-comments=Translators:", "--strip-comments", "--project=Clash of Decks", "--version=0",
)  # fmt: skip
ExtractedText = tuple[int, str | None, str | tuple[str, ...], list[str]]  # line, function, its arguments, comments


def texts_of_table(
    file: BinaryIO, keywords: object, tags: object, options: Mapping[str, str]
) -> Iterator[ExtractedText]:
    """Yield the texts of a module with a table of texts, in addition to those in `_()`: an extraction method of
    Babel."""
    yield from extract_python(file, keywords, tags, options)  # type: ignore[arg-type, misc] # Babel's own
    module, _, name = options["table"].partition(":")
    for text in getattr(importlib.import_module(module), name).values():
        yield 1, None, text, []


def pybabel(command: str, *arguments: str) -> int:
    """Run one of Babel's commands; returns its exit code."""
    module = [sys.executable, "-m", "babel.messages.frontend", "--quiet"]
    return subprocess.run([*module, command, *arguments], cwd=ROOT, check=False).returncode


def extract(target: Path = TEMPLATE) -> Path:
    """Write all texts of the site, in a stable order, to `target`: at once, for another process may read it.

    A target that is newer than all files and folders that it was made from stays as it is.
    """
    begun = time.time_ns()
    if target.exists() and target.stat().st_mtime_ns > _newest():
        return target
    target.parent.mkdir(exist_ok=True)
    written = target.with_suffix(f".{os.getpid()}")
    if pybabel("extract", *EXTRACT, f"--output-file={written}", *SOURCES):
        raise SystemExit("The texts could not be read, see above.")
    os.utime(written, ns=(begun, begun))  # a file may have been saved since
    written.replace(target)
    return target


def _newest() -> int:
    """Return when the latest file or folder that the texts depend on was changed, in nanoseconds."""
    found = [path for source in READ for path in (ROOT / source, *(ROOT / source).rglob("*"))]
    return max(path.stat().st_mtime_ns for path in found if not {"__pycache__", "LC_MESSAGES"} & {*path.parts})
