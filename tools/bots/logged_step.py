"""One action of a game as its log tells it, with the tables around each event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine import realm
from engine.actions import LANE_OF
from engine.cards import Card
from engine.narration import ENGLISH, Sentence
from engine.position import Creature, Position
from engine.seat import BySeat, Seat

NAMES: Final[BySeat[str]] = {"A": "Ann", "B": "Bob"}


# Any: an event of any kind, by its keys.
@dataclass(frozen=True, slots=True)
class LoggedStep:
    """One action: its events with their sentences, and the table before it, at each event and after it.

    The table at an event has what was logged before it, and of its own what the rules do before they log it.
    """

    before: Position
    events: Sequence[Any]
    tables: Sequence[Position]
    after: Position
    lines: Sequence[Sentence | None]

    def was(self, index: int) -> Position:
        """Return the table before an event."""
        return self.tables[index - 1] if index else self.before

    def then(self, index: int) -> Position:
        """Return the table when the next event comes, or at the end."""
        return self.tables[index + 1] if index + 1 < len(self.tables) else self.after

    def then_comes(self, index: int, kind: str) -> bool:
        """Return whether an event is followed by one of this kind."""
        return index + 1 < len(self.events) and self.events[index + 1]["type"] == kind

    def source(self, index: int) -> str:
        """Return the name of the card that attacked or was cast last before an event."""
        for event in reversed(self.events[:index]):
            if event["type"] in ("attack", "cast"):
                return name_of(event["card"])
        return ""

    def lost_by(self, index: int, seat: Seat) -> int:
        """Return the HP that a "fortress_hit" cost this player, by the tables."""
        return self.tables[index].sides[seat].hp - self.then(index).sides[seat].hp


def name_of(card: Any) -> str:
    """Return a card's name by its notation."""
    return ENGLISH.card(card)


def names_of(cards: Sequence[Card] | None) -> Counter[str]:
    """Return how often each name is among these cards."""
    return Counter(name_of(card.notation) for card in cards or ())


def lane_at(position: Position, event: Any) -> list[Creature]:
    """Return the lane of an event."""
    spot = event["at"]
    return position.sides[spot["player"]].lanes[LANE_OF[spot["lane"]]]


def is_at(position: Position, event: Any, index: int, card: str) -> bool:
    """Return True if the creature at `index` of the event's lane is this card."""
    lane = lane_at(position, event)
    return -len(lane) <= index < len(lane) and name_of(lane[index].card.notation) == card


def left_at(position: Position, event: Any) -> int:
    """Return the health that is left to the creature of an event."""
    index: int = event["at"]["index"]
    creature = lane_at(position, event)[index]
    return max(0, creature.health - creature.wounds)


def flags_at(position: Position, event: Any) -> int:
    """Return the abilities of the creature of an event, with those that are lent to it."""
    side = position.sides[event["at"]["player"]]
    return realm.flags_at(side, lane_at(position, event), event["at"]["index"])
