"""Words of a page in the language of tests (tools/i18n/pseudo.py) that never went through a catalogue."""

from __future__ import annotations

import functools
import json
import re
from html.parser import HTMLParser
from typing import Final

from babel.dates import get_month_names
from babel.units import format_unit

from app.base.i18n import LANGUAGES
from app.base.i18n.formats import UNITS
from app.cards.gallery.icons import AUTHORS
from app.matches.bots.characters import CHARACTERS
from engine.cards import ALL
from tools.i18n.pseudo import CODE

MONTHS: Final = get_month_names("abbreviated", locale=CODE)
DURATIONS: Final = {
    format_unit(count, f"duration-{unit}", locale=CODE).split()[-1] for unit, _ in UNITS for count in (1, 2)
}
# Not the site's words. Players' names of the tests have no plain letters.
NAMES: Final = {
    **{card.name: "cards have the names that are printed on them" for card in ALL.values()},
    **{language.name: "languages are listed by their own names" for language in LANGUAGES.values()},
    **{character.name: "a name that is said alike in every language" for character in CHARACTERS},
    **dict.fromkeys(AUTHORS, "people who drew icons"),
    "acorn boat candle door": "words by which a table is found, of one list for everybody",
    "DECK1-…": "how the code of a deck begins", "CARD1-…": "how the code of a card begins",
    "XXXXX-XXXXX-XXXXX-XXXXX-XXXXX": "how a recovery code looks", '{"format": 1, …}': "how a record begins",
    "testserver": "the address of the site in these tests",
    "bot.py": "a file", **dict.fromkeys(MONTHS.values(), "Babel's words for dates in the language of tests"),
    "kaj": "Babel's word in lists in the language of tests",
    **dict.fromkeys(DURATIONS, "Babel's words for lengths of time in the language of tests"),
    "Esperanto": "the language of tests", "Rex": "a card of a player's own", "Léandre Proust": "a person",
    "Grammes Edition": "a company", "game-icons.net": "a site", "CC BY 3.0": "a licence",
    **dict.fromkeys(("Buchholz", "Sonneborn-Berger"), "tie-breaks that are named after people"),
    **dict.fromkeys(("TRF", "CSV"), "kinds of files"),
}  # fmt: skip
_MADE: Final = (r"https?://\S+", r"\b[A-Z0-9]{5}\b")  # addresses, groups of a recovery code
_NAME: Final = re.compile(
    "|".join(_MADE)
    + "|"
    + "|".join(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])" for name in sorted(NAMES, key=len, reverse=True))
)
_WORD: Final = re.compile(r"[A-Za-z]{2,}")
_SENTENCE: Final = re.compile(r"[A-Za-z]{2,} [a-z]+")
_READ: Final = {
    "alt", "aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "placeholder", "title",
}  # fmt: skip
_SILENT: Final = {"script", "style", "code", "pre", "kbd", "textarea", "bdi", "time", "template"}
_CODES: Final = {"data-abilities", "data-when"}
_CODE: Final = re.compile(r"(<(script|style)\b[^>]*>).*?</\2>", re.DOTALL)
_PIECES: Final = re.compile(r"""<!--.*?-->|<(?:"[^"]*"|'[^']*'|[^"'>])*>|[^<]+""", re.DOTALL)
_VOID: Final = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


@functools.cache
def plain(text: str) -> str:
    """Return the plain words of a text, without names; "" if there are none."""
    return " ".join(_WORD.findall(_NAME.sub("", text))) if _WORD.search(text) else ""


@functools.cache
def _is_sentence(text: str) -> bool:
    return bool(_SENTENCE.search(text) and _SENTENCE.search(_NAME.sub("", text)))


class _Reader(HTMLParser):
    """Reads one tag or text: what it says, which element it begins or ends, and if that element is silent."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.begins = self.ends = ""
        self.silent = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at what an element says of itself."""
        named = {name: value or "" for name, value in attrs}
        for name, value in named.items():
            self._check(tag, name, value, named)
        if tag not in _VOID:
            other = "lang" in named and tag != "html"  # it says itself that it is in another language
            spoken = named.get("class") == "spoken"  # words of the lists of each language (finding/spoken_codes.py)
            self.begins, self.silent = tag, tag in _SILENT or other or spoken

    def _check(self, tag: str, name: str, value: str, named: dict[str, str]) -> None:
        sentence = value[:1] not in "[{" and _is_sentence(value)
        shown = (
            name in _READ
            or (tag == "input" and name == "value" and named.get("type") in ("submit", "button", "reset"))
            or (name == "content" and named.get("name") == "description")
            or (name.startswith("data-") and name not in _CODES and sentence)  # for a script to say
        )
        if shown and plain(value):
            self.found.append(f"{name}: {value}")

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        self.ends = "" if tag in _VOID else tag

    def handle_data(self, data: str) -> None:
        if plain(data):
            self.found.append(" ".join(data.split()))


@functools.cache
def _read(piece: str) -> _Reader:
    """Return what a tag or a text says; pages repeat each other's."""
    reader = _Reader()
    reader.feed(piece)
    reader.close()
    return reader


def leftovers(html: str) -> list[str]:
    """Return the texts in plain letters on a page or a piece of one."""
    found: list[str] = []
    silent: list[str] = []
    for piece in _PIECES.findall(_CODE.sub(r"\1</\2>", html)):
        read = _read(piece)
        if piece[0] == "<" or not silent:
            found += read.found
        if read.begins and (silent or read.silent):
            silent.append(read.begins)
        while read.ends and silent and silent.pop() != read.ends:
            pass
    return found


def leftovers_of_json(text: str) -> list[str]:
    """Return the same for the pieces of HTML in a message of JSON, and for its texts for readers."""
    found: list[str] = []

    def visit(value: object) -> None:
        if isinstance(value, dict):
            for one in value.values():
                visit(one)
        elif isinstance(value, list):
            for one in value:
                visit(one)
        elif isinstance(value, str) and "<" in value:
            found.extend(leftovers(value))
        elif isinstance(value, str) and _is_sentence(value):
            found.append(value)

    visit(json.loads(text))
    return found
