"""The languages of the site and their catalogues, read at start from locales/<language>/LC_MESSAGES/messages.po.

English is the key and has no catalogue. Next to them, cards.csv has the names of cards that are printed in a language,
and words.txt the words of its spoken codes."""

import csv
import gettext
import io
import marshal
import os
import sys
import zlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.util import cache_from_source
from pathlib import Path

from babel import Locale
from babel.messages import Catalog
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
    """The texts of a catalogue, in which a text of its own may be the singular of a pair, too: gettext misses those.
    `found` are texts by their keys in a .mo file, a tuple for each form of a pair."""

    def __init__(self, found: Mapping[str | tuple[str, int], str], plural: str, share: float) -> None:
        super().__init__()
        self._catalog = found  # what gettext itself reads from a .mo file, in thirty times the time
        self.plural = gettext.c2py(plural)
        self.pairs = frozenset([key[0] for key in found if isinstance(key, tuple)])
        self.share = share

    def gettext(self, message: str) -> str:
        return self.ngettext(message, message, 1) if message in self.pairs else super().gettext(message)


def read(path: Path) -> Texts:
    """Return the texts of a .po file; those marked fuzzy are left out, and so shown in English.

    What was read is kept beside it as Python keeps compiled modules, until the file changes: reading five of them
    takes a sixth of a start.
    """
    source = path.read_bytes()
    mark = (zlib.crc32(source), zlib.crc32(Path(__file__).read_bytes()))
    kept = Path(cache_from_source(str(path))).with_suffix(".texts")
    with suppress(OSError, ValueError, EOFError, TypeError):
        known, *parts = marshal.loads(kept.read_bytes())
        if known == mark:
            return Texts(*parts)
    parts = _parts(read_po(io.BytesIO(source)))
    if not sys.dont_write_bytecode:
        with suppress(OSError):
            kept.parent.mkdir(exist_ok=True)
            written = kept.with_suffix(f".{os.getpid()}")
            written.write_bytes(marshal.dumps((mark, *parts)))
            written.replace(kept)
    return Texts(*parts)


def _parts(catalogue: Catalog) -> tuple[dict[str | tuple[str, int], str], str, float]:
    """Return the texts of a catalogue as `Texts` takes them, its rule for plurals, and the share that is translated."""
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    texts = gettext.GNUTranslations(compiled)
    known = [bool(message.string) and not message.fuzzy for message in catalogue if message.id]
    return texts._catalog, catalogue.plural_expr, sum(known) / max(1, len(known))  # type: ignore[attr-defined]


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
