"""A language made by a function, for tests: any plain letters on a page did not come from a catalogue.

Each text stands in brackets, every letter has an accent, every word is longer by four tenths, as in a language that
takes more room than English. Placeholders and tags stay. Numbers and dates are those of Esperanto, whose code it has.
"""

import re
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from tools.i18n.catalogues import path_of, read
from tools.i18n.extraction import extract
from tools.i18n.faults import forms_of

CODE: Final = "eo"
LONGER: Final = 0.4
_UNCHANGED: Final = re.compile(r"(%\(\w+\)s|%%|<[^>]*>|&\w+;)")
_WORD: Final = re.compile(r"[A-Za-z]+")
_ACCENTS: Final = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "åƀçðéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ"
)


def pseudo(text: str) -> str:
    """Return a text in the language of tests."""
    before = text[: len(text) - len(text.lstrip())]
    after = text[len(text.rstrip()) :]
    parts = _UNCHANGED.split(text.strip())
    parts[::2] = [_WORD.sub(lambda word: _longer(word[0]), part) for part in parts[::2]]
    return f"{before}⟦{''.join(parts)}⟧{after}" if text.strip() else text


def _longer(word: str) -> str:
    """Return the word with accents, its last letter repeated."""
    return (word + word[-1].lower() * round(LONGER * len(word))).translate(_ACCENTS)


def write_locale(locales: Path) -> Path:
    """Write a catalogue made of all texts of the site into a folder of languages; returns the folder."""
    path = path_of(locales, CODE)
    path.parent.mkdir(parents=True)
    made = Catalog(CODE, fuzzy=False)
    for message in read(extract()):
        if message.id:
            forms = tuple(pseudo(form) for form in forms_of(message.id))
            made.add(message.id, forms if len(forms) > 1 else forms[0], context=message.context)
    with path.open("wb") as file:
        write_po(file, made)
    return locales
