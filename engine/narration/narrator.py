"""The narrator: the events of one update in the reader's language, one sentence at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.actions import LaneName
from engine.cards import CardNotation
from engine.events import Event
from engine.events.assault import Destroyed, Returned, SetAside
from engine.events.automaton import ToDiscard, ToPile
from engine.narration.language import NarrationLanguage
from engine.seat import Seat

Names = Mapping[Seat, str]
CardGoal = Returned | SetAside | ToDiscard | ToPile
"""The events by which a destroyed card goes somewhere."""

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

    def owner_of(self, goal: CardGoal) -> str:
        """Return the name of the player to whose hand a destroyed card goes; "" where it goes to none."""
        return self.name(goal["player"]) if goal["type"] == "returned" else ""

    def goals(self) -> list[CardGoal]:
        """Return the events by which the cards of the present "destroyed" event go somewhere in the same update.

        One for each card, in the order in which they go; none where their owner is still to order them (2021). Cards
        that fell before it by the same blow take theirs first, so that equal cards do not share a goal.
        """
        found: list[CardGoal] = []
        goals = self._goals_of_blow()
        for event in self._fallen_before():
            found = []
            for card in [card for card in (event["over"], event["card"]) if card is not None]:
                goal = next((goal for goal in goals if goal["card"] == card), None)
                if goal is not None:
                    goals.remove(goal)
                    found.append(goal)
        return found

    def _fallen_before(self) -> list[Destroyed]:
        """Return the events of what the present blow has destroyed so far, the present one last."""
        found: list[Destroyed] = []
        for event in reversed(self.events[: self.index + 1]):
            if event["type"] != "destroyed":
                break
            found.insert(0, event)
        return found

    def _goals_of_blow(self) -> list[CardGoal]:
        goals: list[CardGoal] = []
        for event in self.events[self.index + 1 :]:
            match event["type"]:
                case "returned" | "aside" | "to_discard" | "to_pile":
                    goals.append(event)
                case "attack" | "cast" | "turn_ended":
                    break
        return goals


# Each takes the events of its kind: a relation of key and value that no type of a mapping can say.
Narrators = dict[str, Callable[[Narrator, Any], Sentence | None]]
