"""The narration: a sentence for each event that matters to a reader, in the reader's language.

The site narrates in the visitor's language, `python -m engine replay` in English, by the same sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.events import Event
from engine.narration.assault import ASSAULT
from engine.narration.automaton import AUTOMATON
from engine.narration.language import APART, ENGLISH, NarrationLanguage, isolated
from engine.narration.narrator import GREAT, PLAIN, Names, Narrator, Narrators, Sentence
from engine.narration.preparing import PREPARING
from engine.narration.turns import TURNS

__all__ = [
    "APART",
    "ENGLISH",
    "GREAT",
    "NARRATORS",
    "PLAIN",
    "Names",
    "NarrationLanguage",
    "Sentence",
    "isolated",
    "narrate",
]

NARRATORS: Final[Narrators] = TURNS | ASSAULT | AUTOMATON | PREPARING
"""Narrated kinds of events; the others (a fortress that moves, a card that arrives) are part of another sentence."""


def narrate(events: Sequence[Event], names: Names, language: NarrationLanguage = ENGLISH) -> list[Sentence | None]:
    """Return for each event, in order, its sentence or None; `names` are the players' by seat."""
    teller = Narrator(events, names, language)
    lines: list[Sentence | None] = []
    for index, event in enumerate(events):
        teller.index = index
        sentence = NARRATORS.get(event["type"])
        lines.append(sentence(teller, event) if sentence else None)
    return lines
