"""Checks of the lists of a language, terms (glossary.csv) and printed names of cards (cards.csv)."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog

from app.base.i18n.comparing import plain
from engine.abilities import TABLE
from engine.cards import ALL
from tools.i18n.faults import PLACEHOLDER, forms_of

COLUMNS: Final = ["key", "english", "translation", "note", "always"]
CARD_COLUMNS: Final = ["slug", "name"]
_NO_WORDS: Final = re.compile(r"<[^>]*>|Clash of Decks")
NAMED: Final = {ability.slug for ability in TABLE}


def rows(path: Path, columns: list[str]) -> list[dict[str, str]]:
    """Return the rows of a list; ValueError if its columns are others."""
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        if reader.fieldnames != columns:
            raise ValueError(f"{path.name} has the columns {reader.fieldnames}, not {columns}")
        return list(reader)


def glossary_faults(path: Path, catalogue: Catalog) -> Iterator[str]:
    """Yield the gaps in a glossary, and its differences from the catalogue. Only the names of abilities are compared,
    each a text of its own; other terms may be inflected."""
    terms = rows(path, COLUMNS)
    yield from (f"{key} is there twice" for key, count in Counter(row["key"] for row in terms).items() if count > 1)
    yield from (f"{slug} is missing" for slug in sorted(NAMED - {row["key"] for row in terms}))
    for row in terms:
        if not row["translation"].strip():
            yield f"{row['key']} has no translation"
        elif row["key"] in NAMED:
            message = catalogue.get(row["english"])
            translated = message.string if message else None
            if not isinstance(translated, str) or translated.casefold() != row["translation"].casefold():
                yield f"{row['english']} is {row['translation']} here and {translated} in the catalogue"


def term_faults(path: Path, catalogue: Catalog) -> Iterator[str]:
    """Yield the texts that have a second word for a term: the English one is in the text, and what the term's row
    wants `always` (a regular expression without accents and capitals; empty: not looked for) is not in the
    translation."""
    texts = [(_words(forms_of(each.id)[0]), forms_of(each.string)) for each in catalogue if each.id]
    for row in rows(path, COLUMNS):
        if not row["always"]:
            continue
        said, always = _said(row["english"]), re.compile(row["always"])
        for english, forms in texts:
            if said.search(english) and not all(always.search(plain(form)) for form in forms if form):
                yield f"{english!r} does not say {row['translation']!r} for {row['key']}"


def _words(text: str) -> str:
    return _NO_WORDS.sub("", PLACEHOLDER.sub("", text))


def _said(english: str) -> re.Pattern[str]:
    """Return what finds a term in English, one or many: "draw" for "draw (no winner), tie"."""
    first = re.sub(r"\s*\(.*?\)", "", english).partition(",")[0]
    return re.compile(rf"(?i)(?<![\w-]){re.escape(first)}(?:e?s)?(?![\w-])")


def card_faults(path: Path) -> Iterator[str]:
    """Yield the mistakes in the printed names of cards."""
    named = rows(path, CARD_COLUMNS)
    for column in CARD_COLUMNS:
        counted = Counter(row[column] for row in named)
        yield from (f"{value} is there twice" for value, count in counted.items() if count > 1)
    yield from (f"there is no card {row['slug']}" for row in named if row["slug"] not in ALL)
    yield from (f"{row['slug']} has no name" for row in named if not row["name"].strip())
