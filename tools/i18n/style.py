"""Patterns that no native writes, from `style.csv`: one file for all translations, one in the folder of each language.

A row is `never` (a regular expression, searched in each translated form without tags and code; a placeholder counts
as the letter N), `instead` (what to write) and `sample` (a text in which it is found, for the test). Those of English
are the rules of CONTRIBUTING's "How we write", for the source texts and for documents, docstrings and comments.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog

from tools.i18n.faults import PLACEHOLDER, forms_of
from tools.i18n.glossary import rows

FILE: Final = "style.csv"
SOURCE: Final = "en"
COLUMNS: Final = ["never", "instead", "sample"]
_CODE: Final = re.compile(r"<code>.*?</code>|</?\w[^>]*>|https?://\S+")


class Rule(NamedTuple):
    """A pattern, what stands in its place, and a text that has it."""

    never: re.Pattern[str]
    instead: str
    sample: str


def rules_of(locales: Path, language: str) -> list[Rule]:
    """Return the rules for all translations and those of this language; ValueError for other columns."""
    shared = [] if language == SOURCE else [Path(__file__).with_name(FILE)]
    paths = [*shared, locales / language / FILE]
    found = [row for path in paths if path.exists() for row in rows(path, COLUMNS)]
    return [Rule(re.compile(row["never"]), row["instead"], row["sample"]) for row in found]


def style_faults(rules: list[Rule], catalogue: Catalog) -> Iterator[str]:
    """Yield for each form and each rule that it breaks the text, what was found, and what to write instead."""
    for message in catalogue:
        for form in forms_of(message.string) if message.id else ():
            for found, rule in broken(rules, form):
                yield f"{forms_of(message.id)[0]!r} has {found!r}: {rule.instead}"


def source_faults(rules: list[Rule], template: Catalog) -> Iterator[str]:
    """Yield the faults of the English texts themselves."""
    for message in template:
        for form in forms_of(message.id) if message.id else ():
            for found, rule in broken(rules, form):
                yield f"{form!r} has {found!r}: {rule.instead}"


def broken(rules: list[Rule], form: str) -> Iterator[tuple[str, Rule]]:
    """Yield what of a text breaks a rule, with the rule."""
    plain = PLACEHOLDER.sub("N", _CODE.sub("", form))
    for rule in rules:
        if found := rule.never.search(plain):
            yield found[0], rule
