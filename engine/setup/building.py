"""Building decks in secret (R2.5)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from engine.actions import malformed
from engine.editions import Edition
from engine.errors import IllegalAction
from engine.events import Event
from engine.json_fields import StoredJson
from engine.seat import SEATS, Seat
from engine.setup.choices import DECK, DeckChoices, DeckOffer, VisibleSeats, printed, value_of
from engine.setup.options import Options
from engine.setup.views import BuildingView


def check_deck(value: object, edition: Edition) -> tuple[str, ...]:
    """Return the deck of a list of slugs: different cards of the edition's sets, as many as it wants (R2.5, R2.6).

    Raises IllegalAction with a code for the first problem.
    """
    if not isinstance(value, list):
        raise malformed("key_list", key="cards")
    if len(value) != edition.deck_size:
        raise IllegalAction("deck_size", size=edition.deck_size)
    deck: list[str] = []
    for slug in value:
        card = printed(slug, "deck_unknown_card")
        if card.set not in edition.sets:
            raise IllegalAction("deck_wrong_set", card=card.term)
        if slug in deck:
            raise IllegalAction("deck_repeated", card=card.term)
        deck.append(slug)
    return tuple(deck)


@dataclass(frozen=True, slots=True)
class Building:
    """Both players build at the same time, in secret."""

    edition: Edition
    decks: DeckChoices = field(default_factory=dict)

    @property
    def phase(self) -> Literal["deck"]:
        """The name of this stage."""
        return "deck"

    @classmethod
    def begin(cls, options: Options) -> tuple[Building, list[Event]]:
        """Begin with no decks."""
        return cls(options.rules), []

    @property
    def finished(self) -> bool:
        """True if both decks are in."""
        return len(self.decks) == len(SEATS)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that have not built yet."""
        return tuple(seat for seat in SEATS if seat not in self.decks)

    def legal(self, seat: Seat) -> list[DeckOffer]:
        """Return one entry for all decks of the right size."""
        return [{"type": DECK, "choose": self.edition.deck_size}]

    def apply(self, seat: Seat, action: object) -> tuple[Building, list[Event]]:
        """Return the stage after `seat` has handed in its deck, and the events; in 2021 the second reveals both."""
        deck = check_deck(value_of(action, DECK), self.edition)
        built = replace(self, decks={**self.decks, seat: deck})
        events: list[Event] = [{"type": "deck_chosen", "player": seat, "cards": list(deck)}]
        if built.finished and self.edition.bans:
            events.append({"type": "decks_revealed", "A": list(built.decks["A"]), "B": list(built.decks["B"])})
        return built, events

    def view_for(self, visible: VisibleSeats) -> BuildingView:
        """Return the seats that have built, and the decks that the viewer may see."""
        return {
            "size": self.edition.deck_size,
            "ready": {seat: seat in self.decks for seat in SEATS},
            "decks": {
                seat: list(self.decks[seat]) if seat in visible and seat in self.decks else None for seat in SEATS
            },
        }

    def to_json(self) -> StoredJson:
        """Return everything, both decks included, for storage."""
        return {"decks": {seat: list(deck) for seat, deck in self.decks.items()}}

    @classmethod
    def from_json(cls, options: Options, data: StoredJson) -> Building:
        """Return the state that `to_json` wrote."""
        return cls(options.rules, {seat: tuple(deck) for seat, deck in data["decks"].items()})
