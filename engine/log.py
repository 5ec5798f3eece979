"""The log that events go to while the rules play: one that drops them (`Log`, for searches), one that keeps them.

A method for each kind of event in play; it takes what the rules have at hand, before the creature or card has moved.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.actions import LANES, Play, PlayChampion, at
from engine.cards import Card
from engine.events import Event, Reason
from engine.events.assault import Cause, FortressTarget, HitBy, RestReason
from engine.events.parts import CreatureTarget
from engine.position import Creature, Side
from engine.seat import Seat, Winner, other


class Log:
    """The log of a search: it drops every event."""

    __slots__ = ()

    def turn_began(self, seat: Seat, turn: int) -> None: ...
    def mana(self, seat: Seat, amount: int) -> None: ...
    def assault_began(self, seat: Seat) -> None: ...
    def turn_ended(self, seat: Seat) -> None: ...
    def over(self, winner: Winner, reason: Reason) -> None: ...

    def played(
        self, seat: Seat, side: Side, card: Card, place: int | None, paid: int, where: Play | PlayChampion
    ) -> None: ...
    def cast(
        self, seat: Seat, card: Card, place: int | None, paid: int, owner: Seat, lane: int, index: int, aimed: Creature
    ) -> None: ...
    def blood_price(self, seat: Seat, wounds: int) -> None: ...
    def champion_ready(self, seat: Seat, card: Card) -> None: ...

    def rested(self, seat: Seat, lane: int, index: int, creature: Creature, reason: RestReason) -> None: ...
    def attack(
        self, seat: Seat, lane: int, index: int, creature: Creature, facing: Creature | None, cause: Cause
    ) -> None: ...
    def sprint(self, seat: Seat, lane: int, index: int, creature: Creature) -> None: ...
    def wounded(self, seat: Seat, lane: int, index: int, creature: Creature, wounds: int) -> None: ...
    def absorbed(self, seat: Seat, lane: int, index: int, creature: Creature) -> None: ...
    def immune(self, seat: Seat, lane: int, index: int, creature: Creature) -> None: ...
    def evaded(self, seat: Seat, lane: int, index: int, creature: Creature, to: int) -> None: ...
    def destroyed(self, seat: Seat, lane: int, index: int, creature: Creature) -> None: ...
    def returned(self, seat: Seat, card: Card, place: int) -> None: ...
    def aside(self, seat: Seat, card: Card) -> None: ...
    def order_asked(self, seat: Seat, cards: Sequence[Card]) -> None: ...

    def fortress_hit(self, seat: Seat, side: Side, wounds: int, by: HitBy) -> None: ...
    def fortress_moved(self, seat: Seat, side: Side, before: int) -> None: ...
    def regeneration(self, seat: Seat, steps: int) -> None: ...
    def bastion_fell(self, seat: Seat) -> None: ...
    def fort_turned(self, seat: Seat, side: Side) -> None: ...
    def fort_fell(self, seat: Seat) -> None: ...

    def revealed(self, card: Card, lane: int, spent: int, mana: int) -> None: ...
    def fizzled(self, card: Card, lane: int) -> None: ...
    def to_discard(self, card: Card) -> None: ...
    def to_pile(self, card: Card) -> None: ...
    def pile_hit(self, wounds: int, lost: Sequence[Card], left: int) -> None: ...
    def pile_reshuffled(self, count: int) -> None: ...
    def last_turn(self) -> None: ...


SILENT: Final = Log()


class EventLog(Log):
    """A log that keeps its `events`, in the order in which they happen."""

    __slots__ = ("events",)

    def __init__(self, events: list[Event] | None = None) -> None:
        self.events: list[Event] = [] if events is None else events

    # -- the turn

    def turn_began(self, seat: Seat, turn: int) -> None:
        self.events.append({"type": "turn_began", "player": seat, "turn": turn})

    def mana(self, seat: Seat, amount: int) -> None:
        self.events.append({"type": "mana", "player": seat, "amount": amount})

    def assault_began(self, seat: Seat) -> None:
        self.events.append({"type": "assault_began", "player": seat})

    def turn_ended(self, seat: Seat) -> None:
        self.events.append({"type": "turn_ended", "player": seat})

    def over(self, winner: Winner, reason: Reason) -> None:
        self.events.append({"type": "over", "winner": winner, "reason": reason})

    # -- plays

    def played(
        self, seat: Seat, side: Side, card: Card, place: int | None, paid: int, where: Play | PlayChampion
    ) -> None:
        onto = where.onto
        self.events.append(
            {
                "type": "played",
                **at(seat, where.lane, len(side.lanes[where.lane]) if onto is None else onto),
                "card": card.notation,
                "place": place,
                "cost": paid,
                "onto": onto is not None,
                "champion": isinstance(where, PlayChampion),
            }
        )

    def cast(
        self, seat: Seat, card: Card, place: int | None, paid: int, owner: Seat, lane: int, index: int, aimed: Creature
    ) -> None:
        target = _target(owner, lane, index, aimed)
        shown = card.notation
        self.events.append(
            {"type": "cast", "player": seat, "card": shown, "place": place, "cost": paid, "target": target}
        )

    def blood_price(self, seat: Seat, wounds: int) -> None:
        self.events.append({"type": "blood_price", "player": seat, "wounds": wounds})

    def champion_ready(self, seat: Seat, card: Card) -> None:
        self.events.append({"type": "champion_ready", "player": seat, "card": card.notation})

    # -- the assault

    def rested(self, seat: Seat, lane: int, index: int, creature: Creature, reason: RestReason) -> None:
        spot, card = at(seat, lane, index), creature.card.notation
        self.events.append({"type": "rested", "at": spot, "card": card, "reason": reason})

    def attack(
        self, seat: Seat, lane: int, index: int, creature: Creature, facing: Creature | None, cause: Cause
    ) -> None:
        foe = other(seat)
        fortress: FortressTarget = {"player": foe, "fortress": True}
        target = fortress if facing is None else _target(foe, lane, 0, facing)
        spot, card = at(seat, lane, index), creature.card.notation
        self.events.append({"type": "attack", "at": spot, "card": card, "target": target, "cause": cause})

    def sprint(self, seat: Seat, lane: int, index: int, creature: Creature) -> None:
        spot, card = at(seat, lane, index), creature.card.notation
        self.events.append({"type": "sprint", "at": spot, "card": card, "to": 0, "bonus": index})

    def wounded(self, seat: Seat, lane: int, index: int, creature: Creature, wounds: int) -> None:
        spot, card = at(seat, lane, index), creature.card.notation
        left = max(0, creature.health - creature.wounds)
        lost = wounds - max(0, creature.wounds - creature.health)
        self.events.append({"type": "wounded", "at": spot, "card": card, "amount": wounds, "lost": lost, "left": left})

    def absorbed(self, seat: Seat, lane: int, index: int, creature: Creature) -> None:
        self.events.append({"type": "absorbed", "at": at(seat, lane, index), "card": creature.card.notation})

    def immune(self, seat: Seat, lane: int, index: int, creature: Creature) -> None:
        self.events.append({"type": "immune", "at": at(seat, lane, index), "card": creature.card.notation})

    def evaded(self, seat: Seat, lane: int, index: int, creature: Creature, to: int) -> None:
        self.events.append({"type": "evaded", "at": at(seat, lane, index), "card": creature.card.notation, "to": to})

    def destroyed(self, seat: Seat, lane: int, index: int, creature: Creature) -> None:
        spot, card = at(seat, lane, index), creature.card.notation
        over = None if creature.over is None else creature.over.notation
        self.events.append({"type": "destroyed", "at": spot, "card": card, "over": over})

    def returned(self, seat: Seat, card: Card, place: int) -> None:
        self.events.append({"type": "returned", "player": seat, "card": card.notation, "place": place})

    def aside(self, seat: Seat, card: Card) -> None:
        self.events.append({"type": "aside", "player": seat, "card": card.notation})

    def order_asked(self, seat: Seat, cards: Sequence[Card]) -> None:
        self.events.append({"type": "order_asked", "player": seat, "cards": [card.notation for card in cards]})

    # -- fortresses

    def fortress_hit(self, seat: Seat, side: Side, wounds: int, by: HitBy) -> None:
        lost = min(wounds, side.hp)
        self.events.append({"type": "fortress_hit", "player": seat, "amount": wounds, "lost": lost, "by": by})

    def fortress_moved(self, seat: Seat, side: Side, before: int) -> None:
        self.events.append(
            {"type": "fortress_moved", "player": seat, "from": before, "to": side.fort_at, "hp": side.hp}
        )

    def regeneration(self, seat: Seat, steps: int) -> None:
        self.events.append({"type": "regeneration", "player": seat, "steps": steps})

    def bastion_fell(self, seat: Seat) -> None:
        self.events.append({"type": "bastion_fell", "player": seat})

    def fort_turned(self, seat: Seat, side: Side) -> None:
        self.events.append({"type": "fort_turned", "player": seat, "to": side.fort_at, "hp": side.hp})

    def fort_fell(self, seat: Seat) -> None:
        self.events.append({"type": "fort_fell", "player": seat})

    # -- the automaton

    def revealed(self, card: Card, lane: int, spent: int, mana: int) -> None:
        self.events.append(
            {"type": "revealed", "card": card.notation, "lane": LANES[lane], "spent": spent, "mana": mana}
        )

    def fizzled(self, card: Card, lane: int) -> None:
        self.events.append({"type": "fizzled", "card": card.notation, "lane": LANES[lane]})

    def to_discard(self, card: Card) -> None:
        self.events.append({"type": "to_discard", "card": card.notation})

    def to_pile(self, card: Card) -> None:
        self.events.append({"type": "to_pile", "card": card.notation})

    def pile_hit(self, wounds: int, lost: Sequence[Card], left: int) -> None:
        cards = [card.notation for card in lost]
        self.events.append({"type": "pile_hit", "amount": wounds, "cards": cards, "left": left})

    def pile_reshuffled(self, count: int) -> None:
        self.events.append({"type": "pile_reshuffled", "count": count})

    def last_turn(self) -> None:
        self.events.append({"type": "last_turn"})


def _target(owner: Seat, lane: int, index: int, creature: Creature) -> CreatureTarget:
    return {**at(owner, lane, index), "card": creature.card.notation}
