"""The parts of a table that a step can have changed, by its events: the others are kept. Everything else is drawn after
every step: HP, mana, Champions, piles, playable cards, the preview."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from app.matches.core.live.update import Change
from app.matches.table.board import Board, Untouched
from app.matches.table.hands import OpenHand
from app.matches.table.realms import EVERY_REALM, KEYS, Realm
from engine.seat import SEATS, Seat

AT: Final = frozenset({"rested", "attack", "sprint", "wounded", "absorbed", "immune", "evaded", "destroyed"})
"""Events of a creature, which can change its whole lane by Auras."""
HAND: Final = frozenset({"played", "cast", "returned", "fortress_moved", "bastion_fell", "fort_turned"})
"""Events that move cards or the fortress in a hand, or show a card."""
NEITHER: Final = frozenset(
    {
        "turn_began", "mana", "assault_began", "blood_price", "champion_ready", "aside", "order_asked",
        "fortress_hit", "regeneration", "revealed", "fizzled", "to_discard", "to_pile", "pile_hit",
        "pile_reshuffled", "last_turn",
    }
)  # fmt: skip


class Touched(NamedTuple):
    """The lanes ("A-top") and the hands that can have changed."""

    realms: frozenset[str]
    hands: frozenset[Seat]

    def rest_of(self, before: Board) -> Untouched:
        """Return the parts of the table before that are as they were."""
        texts, numbered = dict[Seat, bytes](), dict[str, Realm]()
        for seat, hand in before.hands.items():
            if seat in self.hands:
                continue
            if isinstance(hand, OpenHand):
                texts[seat] = hand.text
            if self.realms.isdisjoint(KEYS[seat]):
                numbered.update([(key, before.realms[key]) for key in KEYS[seat]])
        return Untouched(before.public.realms, self.realms, texts, numbered)


EVERYTHING: Final = Touched(EVERY_REALM, frozenset(SEATS))


def touched_by(changes: Sequence[Change]) -> Touched:
    """Return the parts that these changes can have touched, of a match whose cards were not being put in order."""
    realms, hands = set[str](), set[Seat]()
    for change in changes:
        if change.kind == "row":  # it may bring a match of its own
            return EVERYTHING
        for event in change.events:
            kind = event["type"]
            if event["type"] == "turn_ended":  # wounds heal
                realms |= EVERY_REALM
            elif kind in AT:
                spot = event["at"]  # type: ignore[typeddict-item] # all these kinds have it
                realms.add(f"{spot['player']}-{spot['lane']}")
            elif kind in HAND:
                hands.add(event["player"])  # type: ignore[typeddict-item] # all these kinds have it
                if event["type"] == "played":
                    realms.add(f"{event['player']}-{event['lane']}")
            elif kind not in NEITHER:
                return EVERYTHING
    return Touched(frozenset(realms), frozenset(hands))
