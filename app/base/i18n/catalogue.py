"""The languages of the site and their catalogues, read at start from locales/<language>/LC_MESSAGES/messages.po, or
from messages.mo where there is no other: an installed site has compiled ones.

English is the key and has no catalogue. Next to them, cards.csv has the names of cards that are printed in a language,
and words.txt the words of its spoken codes."""

import csv
import gettext
import io
import os
import struct
import sys
import zlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from babel import Locale

LOCALES = Path(__file__).parent / "locales"
DEFAULT = "en"
COUNTRIES: Final = {"en": "en_GB", "pt": "pt_PT"}
"""Languages that say no country, and the one whose words they have: CLDR would take the United States, and Brazil."""
SHARE: Final = "catalogue\x04share"
MADE_OF: Final = "catalogue\x04made of"


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

    @property
    def tag(self) -> str:
        """The language for browsers, as `lang` has it, with the country whose formats and voice it has: "pt-PT"."""
        return str(self.locale).replace("_", "-")


@cache
def _locale(code: str) -> Locale:
    """Parsed once: it is needed several times at each move."""
    return Locale.parse(COUNTRIES.get(code, code))


class Texts(gettext.GNUTranslations):
    """The texts of a .mo file, in which a text of its own may be the singular of a pair, too: gettext misses those.
    `share`: how many texts of its .po file are translated; `made_of`: a checksum of that file, and of this module."""

    _catalog: dict[str | tuple[str, int], str]

    def __init__(self, compiled: bytes) -> None:
        super().__init__(io.BytesIO(compiled))
        self.share = float(self._catalog.pop(SHARE, 1.0))
        self.made_of = self._catalog.pop(MADE_OF, "")
        self.pairs = frozenset([key[0] for key in self._catalog if isinstance(key, tuple)])

    def gettext(self, message: str) -> str:
        return self.ngettext(message, message, 1) if message in self.pairs else super().gettext(message)


def read(path: Path) -> Texts:
    """Return the texts of a .mo file; or of a .po file, but for those marked fuzzy, which are shown in English.

    What a .po file is compiled to is kept as Python keeps compiled modules, until the file changes: compiling five of
    them takes a sixth of a start.
    """
    source = path.read_bytes()
    if path.suffix == ".mo":
        return Texts(source)
    made_of = checksum(source)
    kept = path.parent / "__pycache__" / "messages.mo"
    with suppress(OSError, ValueError, struct.error):
        texts = Texts(kept.read_bytes())
        if texts.made_of == made_of:
            return texts
    compiled = compile_catalogue(source)
    if not sys.dont_write_bytecode:
        with suppress(OSError):
            kept.parent.mkdir(exist_ok=True)
            written = kept.with_suffix(f".{os.getpid()}")
            written.write_bytes(compiled)
            written.replace(kept)
    return Texts(compiled)


def checksum(source: bytes) -> str:
    return f"{zlib.crc32(source)} {zlib.crc32(Path(__file__).read_bytes())}"


def compile_catalogue(source: bytes) -> bytes:
    """Return a .po file as a .mo file, with the two entries of our own that `Texts` takes out again."""
    from babel.messages.mofile import write_mo  # here: most starts compile nothing
    from babel.messages.pofile import read_po

    catalogue = read_po(io.BytesIO(source))
    known = [bool(message.string) and not message.fuzzy for message in catalogue if message.id]
    for key, value in ((SHARE, sum(known) / max(1, len(known))), (MADE_OF, checksum(source))):
        context, _, name = key.partition("\x04")
        catalogue.add(name, str(value), context=context)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    return compiled.getvalue()


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
        path = path if path.exists() else path.with_suffix(".mo")
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
