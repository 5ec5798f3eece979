"""The languages of the site and their catalogues, read at start from locales/<language>/LC_MESSAGES/messages.po.

English is the key and has no catalogue. Next to them, cards.csv has the names of cards that are printed in a language,
and words.txt the words of its spoken codes."""

import csv
import gettext
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALES = Path(__file__).parent / "locales"
DEFAULT = "en"


@dataclass(frozen=True, slots=True)
class Language:
    """A language: its code ("en"), its own name ("English"), its direction ("ltr" or "rtl"), its texts.

    `cards` are the names that are printed in it, by slug: few languages have some. `words` are those of spoken codes.
    `share`: how much of the site is translated, from 0 to 1.
    """

    code: str
    name: str
    direction: str
    texts: gettext.NullTranslations
    cards: Mapping[str, str] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    share: float = 1.0

    @property
    def locale(self) -> Locale:
        """Babel's locale of the language, which formats numbers, days and lists."""
        return _locale(self.code)


@cache
def _locale(code: str) -> Locale:
    """Parsed once: it is needed several times at each move."""
    return Locale.parse(code)


class Texts(gettext.GNUTranslations):
    """The texts of a catalogue, in which a text of its own may be the singular of a pair, too: gettext misses those."""

    pairs: frozenset[str] = frozenset()
    share: float = 1.0

    def gettext(self, message: str) -> str:
        return self.ngettext(message, message, 1) if message in self.pairs else super().gettext(message)


def read(path: Path) -> Texts:
    """Return the texts of a .po file; those marked fuzzy are left out, and so shown in English."""
    with path.open("rb") as file:
        catalogue = read_po(file)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    texts = Texts(compiled)
    texts.pairs = frozenset(message.id[0] for message in catalogue if message.pluralizable)
    known = [bool(message.string) and not message.fuzzy for message in catalogue if message.id]
    texts.share = sum(known) / max(1, len(known))
    return texts


def read_cards(folder: Path) -> dict[str, str]:
    """Return the printed names of cards in a language's folder, by slug; none where there is no file of them."""
    path = folder / "cards.csv"
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as lines:
        return {row["slug"]: row["name"] for row in csv.DictReader(lines)}


def read_words(folder: Path) -> tuple[str, ...]:
    """Return the words of spoken codes in a language's folder; none where there is no file of them."""
    path = folder / "words.txt"
    return tuple(path.read_text("utf-8").split()) if path.exists() else ()


def languages_in(locales: Path) -> dict[str, Language]:
    """Return English and all languages that have a catalogue in this folder, English first, the others by code."""
    found: dict[str, Language] = {}
    for folder in sorted(locales.iterdir(), key=lambda path: (path.name != DEFAULT, path.name)):
        path, words = folder / "LC_MESSAGES" / "messages.po", read_words(folder)
        if path.exists() or (folder.name == DEFAULT and words):
            locale = Locale.parse(folder.name)
            name = (locale.get_display_name(locale) or folder.name).capitalize()
            texts = read(path) if path.exists() else None
            found[folder.name] = Language(
                folder.name,
                name,
                locale.text_direction,
                texts or gettext.NullTranslations(),
                read_cards(folder),
                words,
                texts.share if texts else 1.0,
            )
    return found


LANGUAGES = languages_in(LOCALES)
"""The languages that this process offers, by code: every one can search by the printed names of all."""
FURTHER_LOCALES: list[Path] = []
"""The folders with more of them that were named to this process."""


def offer_further(locales: Iterable[Path]) -> None:
    """Offer the languages of more folders in this process, too (the setting `locales`)."""
    for folder in locales:
        LANGUAGES.update(languages_in(folder))
        FURTHER_LOCALES.append(folder)
