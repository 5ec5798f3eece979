"""The language that a narration is read in; the sentences themselves are English."""

from __future__ import annotations

from typing import Final, Protocol

from engine.cards import ALL, CardNotation


class Language(Protocol):
    """A language of readers: the sentences here are its keys, in English with names in braces."""

    def gettext(self, text: str) -> str:
        """Return the text in this language."""

    def ngettext(self, one: str, many: str, count: int) -> str:
        """Return the form of the text for so many."""

    def card(self, card: CardNotation) -> str:
        """Return the name of a card in the notation."""


class English:
    """The language that the sentences are written in."""

    def gettext(self, text: str) -> str:
        """Return the text."""
        return text

    def ngettext(self, one: str, many: str, count: int) -> str:
        """Return the form of the text for so many."""
        return one if count == 1 else many

    def card(self, card: CardNotation) -> str:
        """Return the English name of a card in the notation."""
        return ALL[card].name if isinstance(card, str) else card["name"]


ENGLISH: Final = English()
