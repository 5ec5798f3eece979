"""The language that a narration is read in; the sentences themselves are English."""

from __future__ import annotations

from typing import Final, Protocol
from unicodedata import bidirectional

from engine.cards import ALL, CardNotation

APART: Final = "\u2068{}\u2069"
"""Around a name that may be written the other way than the sentence: it has a direction of its own."""


def isolated(name: str) -> str:
    """Return a name for a sentence that is written from left to right, isolated if it runs the other way."""
    if name.isascii() or not any(bidirectional(letter) in ("R", "AL", "AN") for letter in name):
        return name
    return APART.format(name)


class NarrationLanguage(Protocol):
    """A language of readers: the sentences here are its keys, in English with places for values such as %(card)s."""

    def gettext(self, text: str, /, **values: object) -> str:
        """Return the text in this language, with these values."""

    def ngettext(self, one: str, many: str, num: int, /, **values: object) -> str:
        """Return the form of the text for `num`, with it and these values."""

    def card(self, card: CardNotation) -> str:
        """Return the name of a card in the notation."""


class English:
    def gettext(self, text: str, /, **values: object) -> str:
        """Return the text with these values."""
        return text % values

    def ngettext(self, one: str, many: str, num: int, /, **values: object) -> str:
        """Return the form of the text for `num`, with it and these values."""
        return (one if num == 1 else many) % {"num": num, **values}

    def card(self, card: CardNotation) -> str:
        """Return the English name of a card in the notation."""
        return ALL[card].name if isinstance(card, str) else isolated(card["name"])


ENGLISH: Final = English()
