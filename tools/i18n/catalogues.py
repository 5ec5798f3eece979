"""The catalogues in their folders: one for each language, brought up to date by pybabel.

English is the key, so it has no catalogue. Every other folder without one gets one.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from tools.i18n.carrying import carry_over, unflag
from tools.i18n.extraction import ROOT, pybabel
from tools.i18n.faults import forms_of
from tools.i18n.style import SOURCE

LOCALES = ROOT / "app" / "base" / "i18n" / "locales"
UPDATE = ("--ignore-obsolete", "--ignore-pot-creation-date", "--init-missing", "--no-fuzzy-matching", "--no-wrap")


def languages(locales: Path) -> list[str]:
    """Return the codes of all languages that have a folder, except English."""
    return sorted(folder.name for folder in locales.iterdir() if folder.is_dir() and folder.name != SOURCE)


def path_of(locales: Path, language: str) -> Path:
    return locales / language / "LC_MESSAGES" / "messages.po"


def read(path: Path) -> Catalog:
    """Return a catalogue, or the template of all."""
    with path.open("rb") as file:
        return read_po(file)


def update(template: Path, locales: Path) -> bool:
    """Bring all catalogues up to date; True if that succeeded."""
    where = (f"--input-file={template}", f"--output-dir={locales}")
    texts = read(template)
    for language in languages(locales):
        path = path_of(locales, language)
        if path.exists():
            carry_over(path, texts)
        if pybabel("update", *UPDATE, *where, f"--locale={language}"):
            return False
        unflag(path)
    return True


def is_current(template: Path, locales: Path) -> bool:
    """True if an update would change nothing. (Babel's own --check misses each text that has a context.)"""
    with TemporaryDirectory() as folder:
        copy = Path(shutil.copytree(locales, Path(folder) / "locales"))
        pairs = [(path_of(locales, language), path_of(copy, language)) for language in languages(locales)]
        return update(template, copy) and all(
            kept.exists() and kept.read_bytes() == fresh.read_bytes() for kept, fresh in pairs
        )


def missing(catalogue: Catalog) -> Iterator[str]:
    """Yield the English texts that have no translation, or one that nobody has reviewed."""
    for message in catalogue:
        if message.id and (message.fuzzy or not all(forms_of(message.string))):
            yield forms_of(message.id)[0]
