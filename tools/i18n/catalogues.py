"""The catalogues in their folders: one for each language, brought up to date as `pybabel update` does it.

English is the key, so it has no catalogue. Every other folder without one gets one.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from tools.i18n.carrying import carry_over, file_of
from tools.i18n.extraction import ROOT
from tools.i18n.faults import forms_of
from tools.i18n.style import SOURCE

LOCALES = ROOT / "app" / "base" / "i18n" / "locales"


def languages(locales: Path) -> list[str]:
    """Return the codes of all languages that have a folder, except English."""
    return sorted(folder.name for folder in locales.iterdir() if folder.is_dir() and folder.name != SOURCE)


def path_of(locales: Path, language: str) -> Path:
    return locales / language / "LC_MESSAGES" / "messages.po"


def read(path: Path) -> Catalog:
    """Return a catalogue, or the template of all."""
    with path.open("rb") as file:
        return read_po(file)


def update(template: Path, locales: Path) -> None:
    """Bring all catalogues up to date; a language that has only its folder begins."""
    for language in languages(locales):
        path = path_of(locales, language)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(_updated(path, language, template))


def is_current(template: Path, locales: Path) -> bool:
    """True if an update would change nothing. (Babel's own --check misses each text that has a context.)"""
    paths = [(path_of(locales, language), language) for language in languages(locales)]
    return all(path.exists() and path.read_bytes() == _updated(path, language, template) for path, language in paths)


def _updated(path: Path, language: str, template: Path) -> bytes:
    """Return the file of a catalogue with the texts of the template and the translations that it has of them."""
    texts = read(template)
    if path.exists():
        catalogue = read(path)
        carry_over(catalogue, texts)
    else:
        with template.open("rb") as file:
            catalogue = read_po(file, locale=language)
        catalogue.fuzzy = False
        catalogue.revision_date = datetime.now(UTC)
    catalogue.update(texts, no_fuzzy_matching=True, update_creation_date=False)
    return file_of(catalogue)


def missing(catalogue: Catalog) -> Iterator[str]:
    """Yield the English texts that have no translation, or one that nobody has reviewed."""
    for message in catalogue:
        if message.id and (message.fuzzy or not all(forms_of(message.string))):
            yield forms_of(message.id)[0]
