"""The client's cache: each text goes to a page once, and after that its number.

A zone that changes is mostly made of parts that the page has got before: the cards that stay in a hand, the frames
around them. See docs/decisions/board-fragments.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

Piece = str | int

KEPT: Final = 4096
"""Texts that are remembered of a page; a match in which there are more sends some twice."""


class SentTexts:
    """Both sides count the texts in the order in which they go out; `count` is how many there were."""

    __slots__ = ("_fillings", "_numbers", "count")

    def __init__(self) -> None:
        self.count = 0
        self._numbers: dict[str, int] = {}
        self._fillings: Mapping[str, str] = {}

    def pieces(self, parts: Iterable[str], filled: Callable[[str], str], fillings: Mapping[str, str]) -> list[Piece]:
        """Return the parts, numbers in the place of those that the page has got; the others are `filled` first.

        `replacements` are what `filled` puts in: a part that was filled with something else is another text.
        """
        if fillings != self._fillings or len(self._numbers) > KEPT:
            self._numbers.clear()
            self._fillings = fillings
        numbers = self._numbers
        pieces: list[Piece] = []
        for part in parts:
            number = numbers.get(part)
            if number is None:
                numbers[part] = self.count
                self.count += 1
                pieces.append(filled(part))
            else:
                pieces.append(number)
        return pieces


@dataclass(slots=True)
class ClientCache:
    """The content of one page's cache: the keys of faces for its animations (event_payload.py), and texts."""

    faces: set[str] = field(default_factory=set)
    texts: SentTexts = field(default_factory=SentTexts)
