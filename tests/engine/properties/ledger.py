"""The ledger of an attentive onlooker of a match: kept from the events that a spectator gets, from nothing else.

Every card is an object that is moved about as the events say and gets its face when it is shown. After an undo or a
takeback the cards lie as before, and the faces that have been learned stay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from engine.seat import SEATS, Seat

Event = Mapping[str, Any]  # JSON, as a spectator's program gets it
Face = Any  # a card in the notation; None: not shown yet


@dataclass(eq=False)
class Known:
    """One card."""

    face: Face = None


@dataclass
class Layout:
    """The cards by where they lie: a creature is a list of its card and perhaps a Symbiote."""

    hands: dict[Seat, list[Known]] = field(default_factory=lambda: {"A": [], "B": []})
    fort: dict[str, int] = field(default_factory=lambda: {"A": 0, "B": 0})
    lanes: dict[tuple[str, str], list[list[Known]]] = field(
        default_factory=lambda: {(seat, lane): [] for seat in SEATS for lane in ("top", "bottom")}
    )
    pile: list[Known] = field(default_factory=list)
    discard: list[Known] = field(default_factory=list)
    between: list[Known] = field(default_factory=list)
    """Destroyed or turned over, and not yet where they go."""
    casting: tuple[Seat, Known] | None = None
    leaving: tuple[Seat, Known, int] | None = None
    """A creature on its way out of a hand, which stays there for this many wounds of Blood Price."""

    def copy(self) -> Layout:
        """Return the same cards in the same places."""
        return Layout(
            {seat: hand[:] for seat, hand in self.hands.items()},
            dict(self.fort),
            {where: [creature[:] for creature in lane] for where, lane in self.lanes.items()},
            self.pile[:],
            self.discard[:],
            self.between[:],
            self.casting,
        )


class Ledger:
    """The book; `observe` takes events, `hand` and `known_pile` give the known cards."""

    def __init__(self) -> None:
        self.now = Layout()
        self._plays: list[Layout] = []
        self._turns: dict[int, Layout] = {}
        self._turn = 0
        self.champions: dict[str, Known] = {}

    # -- knowledge

    def hand(self, seat: Seat) -> list[Face]:
        """Return the hand of `seat` as somebody sees it who only watches but remembers."""
        row = [card.face if card.face is not None else "?" for card in self.now.hands[seat]]
        row.insert(self.now.fort[seat], "*")
        return row

    @property
    def pile(self) -> list[Face]:
        """The cards that are known to lie on top of the pile."""
        return [card.face for card in takewhile(lambda card: card.face is not None, self.now.pile)]

    # -- the beginning

    def see(self, view: Mapping[str, Any]) -> None:
        """Begin with a table on which cards lie already, seen by a spectator."""
        for seat in SEATS:
            side = view[seat]
            if side.get("champion"):
                self.champions[seat] = Known(side["champion"]["card"])
            if "pile" in side:
                self.now.pile = [Known() for _ in range(side["pile"])]
                self.now.discard = [Known(face) for face in side["discard"]]
            else:
                self.now.fort[seat] = side["hand"].index("*")
                self.now.hands[seat] = [Known() for _ in side["hand"][1:]]
            for lane in ("top", "bottom"):
                self.now.lanes[seat, lane] = [
                    [Known(face) for face in (creature["card"], creature["over"]) if face is not None]
                    for creature in side[lane]
                ]
        self._turn = view["turn"]
        self._turns[self._turn] = self.now.copy()

    # -- events

    def observe(self, events: Sequence[Event]) -> None:
        """Write down what one action brought about."""
        if events and events[0]["type"] in ("played", "cast"):
            self._plays.append(self.now.copy())
        for event in events:
            self._step_out(event)
            note = getattr(self, f"_{event['type']}", None)
            if note is not None:
                note(event)
        self._step_out({"type": "end"})
        if any(event["type"] == "turn_began" for event in events):
            self._plays.clear()
            self._turns[self._turn] = self.now.copy()

    def _step_out(self, event: Event) -> None:
        """A played creature leaves the hand after the wounds of its Blood Price, before all else."""
        if self.now.leaving is None:
            return
        seat, card, wounds = self.now.leaving
        if event["type"] == "blood_price":
            self.now.leaving = (seat, card, event["wounds"])
        elif not wounds and self.now.fort[seat] < len(self.now.hands[seat]):
            self._take(seat, card)
            self.now.leaving = None

    def _take(self, seat: Seat, card: Known) -> None:
        index = self.now.hands[seat].index(card)
        self.now.fort[seat] -= index < self.now.fort[seat]
        del self.now.hands[seat][index]

    def _at(self, seat: Seat, place: int) -> Known:
        return self.now.hands[seat][place - (place > self.now.fort[seat])]

    def _dealt(self, event: Event) -> None:
        self.now.hands["A"] = [Known() for _ in range(event["A"])]
        self.now.hands["B"] = [Known() for _ in range(event["B"])] if event["B"] < 20 else []
        self.now.pile = [Known() for _ in range(event["B"])] if event["B"] >= 20 else []

    def _champions_revealed(self, event: Event) -> None:
        self.champions = {seat: Known(event[seat]) for seat in SEATS if event[seat] is not None}

    def _turn_began(self, event: Event) -> None:
        self._turn = event["turn"]

    def _played(self, event: Event) -> None:
        seat = event["player"]
        if event["champion"]:
            card = self.champions[seat]
        elif event["place"] is None:
            card = self.now.between.pop()
        else:
            card = self._at(seat, event["place"])
            card.face = event["card"]
            self.now.leaving = (seat, card, 0)
        lane = self.now.lanes[seat, event["lane"]]
        if event["onto"]:
            lane[event["index"]].append(card)
        else:
            lane.append([card])

    def _cast(self, event: Event) -> None:
        if event["place"] is not None:
            card = self._at(event["player"], event["place"])
            card.face = event["card"]
            self.now.casting = (event["player"], card)

    def _sprint(self, event: Event) -> None:
        at = event["at"]
        lane = self.now.lanes[at["player"], at["lane"]]
        lane.insert(event["to"], lane.pop(at["index"]))

    _evaded = _sprint

    def _destroyed(self, event: Event) -> None:
        at = event["at"]
        self.now.between += self.now.lanes[at["player"], at["lane"]].pop(at["index"])

    def _returning(self, face: Face) -> Known:
        champions = self.champions.values()
        for card in self.now.between:
            if card.face == face and card not in champions:
                self.now.between.remove(card)
                return card
        assert self.now.casting is not None
        seat, card = self.now.casting
        assert card.face == face
        self._take(seat, card)
        self.now.casting = None
        return card

    def _returned(self, event: Event) -> None:
        self.now.hands[event["player"]].append(self._returning(event["card"]))

    def _to_pile(self, event: Event) -> None:
        self.now.pile.insert(0, self._returning(event["card"]))

    def _to_discard(self, event: Event) -> None:
        self.now.discard.append(self._returning(event["card"]))

    def _aside(self, event: Event) -> None:
        self.now.between.remove(self.champions[event["player"]])

    def _fortress_moved(self, event: Event) -> None:
        if self.now.leaving is not None and event["to"] == event["from"] + 1:
            seat, card, wounds = self.now.leaving
            self.now.leaving = (seat, card, wounds - 1)
        self.now.fort[event["player"]] = event["to"]

    def _fort_turned(self, event: Event) -> None:
        self.now.fort[event["player"]] = event["to"]

    def _revealed(self, event: Event) -> None:
        card = self.now.pile.pop(0)
        assert card.face in (None, event["card"])
        card.face = event["card"]
        self.now.between.append(card)

    def _pile_hit(self, event: Event) -> None:
        for face in event["cards"]:
            card = self.now.pile.pop(0)
            assert card.face in (None, face)
            card.face = face
            self.now.discard.append(card)

    def _pile_reshuffled(self, event: Event) -> None:
        """Nobody can follow the cards through a shuffle, but a single one."""
        count, known = event["count"], self.now.discard
        self.now.pile = copy(known) if count == 1 else [Known() for _ in range(count)]
        self.now.discard = []

    def _undone(self, event: Event) -> None:
        self.now = self._plays.pop()

    def _taken_back(self, event: Event) -> None:
        self._plays.clear()
        self._turn = event["turn"]
        self.now = self._turns[self._turn].copy()
