"""The translation catalogues: `python -m tools.i18n update` takes in new texts, `check` says whether all are taken in.

All of it is pybabel's; this names its options, and reads the tables whose values are sentences (see babel.cfg). English
is the key, so the English catalogue has empty translations. A folder in LOCALES without a catalogue gets one.
"""

import importlib
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

from babel.messages.extract import extract_python

ROOT = Path(__file__).resolve().parent.parent
LOCALES = ROOT / "app" / "i18n" / "locales"
TEMPLATE = ROOT / "build" / "messages.pot"
SOURCES = ("app", "templates", "engine/errors.py", "engine/narration")
EXTRACT = (
    "--mapping-file=babel.cfg", "--keywords=translate ntranslate:1,2", "--add-location=file", "--sort-output",
    "--add-comments=Translators:", "--strip-comments", "--project=Clash of Decks", "--version=0", "--width=120",
)  # fmt: skip
UPDATE = ("--ignore-obsolete", "--ignore-pot-creation-date", "--init-missing", "--width=120")
Text = tuple[int, str | None, str | tuple[str, ...], list[str]]  # line, function, its arguments, comments


def texts_of_table(file: BinaryIO, keywords: object, tags: object, options: Mapping[str, str]) -> Iterator[Text]:
    """Yield the texts of a module that has a table of them beside those in `_()`: an extraction method of Babel."""
    yield from extract_python(file, keywords, tags, options)  # type: ignore[arg-type, misc] # Babel's own
    module, _, name = options["table"].partition(":")
    for text in getattr(importlib.import_module(module), name).values():
        yield 1, None, text, []


def pybabel(command: str, *arguments: str) -> int:
    """Run one of Babel's commands; returns its exit code."""
    module = [sys.executable, "-m", "babel.messages.frontend", "--quiet"]
    return subprocess.run([*module, command, *arguments], cwd=ROOT, check=False).returncode


def extract(target: Path = TEMPLATE) -> Path:
    """Write all texts of the site, with where they come from, to `target`."""
    target.parent.mkdir(exist_ok=True)
    if pybabel("extract", *EXTRACT, f"--output-file={target}", *SOURCES):
        raise SystemExit("The texts could not be read, see above.")
    return target


def update(template: Path, locales: Path, *, check: bool = False) -> bool:
    """Bring all catalogues up to date, or only look; returns whether they are."""
    where = (f"--input-file={template}", f"--output-dir={locales}", *(["--check"] if check else []))
    done = [pybabel("update", *UPDATE, *where, f"--locale={folder.name}") for folder in sorted(locales.iterdir())]
    return not any(done)


if __name__ == "__main__":
    if not update(extract(), LOCALES, check=sys.argv[1] == "check"):
        sys.exit("The catalogues are not up to date: run make i18n.")
