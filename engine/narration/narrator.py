"""The narrator: the events of one update in the reader's language, one sentence at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.actions import LaneName
from engine.cards import CardNotation
from engine.events import Event
from engine.events.assault import Returned, SetAside
from engine.events.automaton import ToDiscard, ToPile
from engine.narration.language import NarrationLanguage
from engine.seat import Seat

Names = Mapping[Seat, str]

HEADING, PLAIN, DETAIL, GREAT = "heading", "plain", "detail", "great"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of the log; `kind` is "heading", "plain", "detail" or "great" (a fall, the end)."""

    kind: str
    text: str


@dataclass(slots=True)
class Narrator:
    """The events of one update with a cursor, so that a sentence can depend on later events."""

    events: Sequence[Event]
    names: Names
    language: NarrationLanguage
    index: int = 0
    source: str = ""

    def gettext(self, text: str, /, **values: object) -> str:
        """Return the text in the reader's language, with these values."""
        return self.language.gettext(text, **values)

    def ngettext(self, one: str, many: str, num: int, /, **values: object) -> str:
        """Return the form of the text for `num` in the reader's language, with it and these values."""
        return self.language.ngettext(one, many, num, **values)

    def card(self, card: CardNotation) -> str:
        """Return the name of a card in the reader's language."""
        return self.language.card(card)

    def in_lane(self, lane: LaneName, mountain: str, wave: str) -> str:
        """Return the sentence for this lane: a lane's name cannot be put into a sentence of every language."""
        return mountain if lane == "top" else wave

    def name(self, seat: Seat) -> str:
        return self.names[seat]

    def goal_of(self, card: CardNotation) -> Returned | SetAside | ToDiscard | ToPile | None:
        """Return the event by which a destroyed card goes somewhere in the same update, if there is one."""
        for event in self.events[self.index + 1 :]:
            match event["type"]:
                case "returned" | "aside" | "to_discard" | "to_pile" if event["card"] == card:
                    return event
                case "attack" | "turn_ended":
                    return None
        return None


# Each takes the events of its kind: a relation of key and value that no type of a mapping can say.
Narrators = dict[str, Callable[[Narrator, Any], Sentence | None]]
