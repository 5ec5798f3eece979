"""Checks of the lists of a language, terms (glossary.csv) and printed names of cards (cards.csv)."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog

from engine.abilities import TABLE
from engine.cards import ALL

COLUMNS: Final = ["key", "english", "translation", "note"]
CARD_COLUMNS: Final = ["slug", "name"]
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


def card_faults(path: Path) -> Iterator[str]:
    """Yield the mistakes in the printed names of cards."""
    named = rows(path, CARD_COLUMNS)
    for column in CARD_COLUMNS:
        counted = Counter(row[column] for row in named)
        yield from (f"{value} is there twice" for value, count in counted.items() if count > 1)
    yield from (f"there is no card {row['slug']}" for row in named if row["slug"] not in ALL)
    yield from (f"{row['slug']} has no name" for row in named if not row["name"].strip())
