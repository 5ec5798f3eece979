"""The choice of a Champion, once the decks are known (R9.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from engine import design
from engine.abilities import MERCENARY
from engine.cards import CardNotation
from engine.errors import IllegalAction
from engine.events import Event
from engine.json_fields import StoredJson
from engine.seat import SEATS, BySeat, Seat
from engine.setup.choices import CHAMPION_CHOICE, ChampionOffer, DeckChoices, VisibleSeats, printed, value_of
from engine.setup.options import OPTIONAL, SOLO, Options
from engine.setup.views import ChampionsView


def check_champion(value: object, deck: tuple[str, ...]) -> CardNotation:
    """Return the notation of a Champion for this deck.

    A printed creature that is not in it, or a designed one (R9.1, R9.6). Raises IllegalAction with a code for the
    reason.
    """
    if isinstance(value, dict):
        return design.check_design(value).notation
    card = printed(value, "champion_unknown")
    if not card.is_creature:
        raise IllegalAction("champion_not_creature")
    if card.flags & MERCENARY:
        raise IllegalAction("champion_mercenary")
    if card.slug in deck:
        raise IllegalAction("champion_in_deck", card=card.term)
    return card.notation


@dataclass(frozen=True, slots=True)
class Champions:
    """Both players choose at the same time, in secret; the last choice reveals the Champions.

    `chosen` holds notations; None stands for a player who declines, which is possible where Champions are optional.
    """

    seats: tuple[Seat, ...]
    optional: bool
    decks: DeckChoices
    chosen: Mapping[Seat, CardNotation | None] = field(default_factory=dict)

    @property
    def phase(self) -> Literal["champion"]:
        """The name of this stage."""
        return "champion"

    @classmethod
    def begin(cls, options: Options, decks: DeckChoices) -> Champions:
        """Begin with no choice made; the automaton never makes one."""
        seats = SEATS[:1] if options.mode == SOLO else SEATS
        return cls(seats, options.champions == OPTIONAL, decks)

    @property
    def finished(self) -> bool:
        """True if both have chosen."""
        return not self.to_act

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that have not chosen yet."""
        return tuple(seat for seat in self.seats if seat not in self.chosen)

    @property
    def result(self) -> BySeat[CardNotation | None]:
        """The Champion of each seat; all None unless both agreed to have one (R9)."""
        agreed = all(self.chosen[seat] is not None for seat in self.seats)
        return {seat: self.chosen.get(seat) if agreed else None for seat in SEATS}

    def legal(self, seat: Seat) -> list[ChampionOffer]:
        """Return one entry for all Champions, and one to decline where that is possible."""
        listed: list[ChampionOffer] = [{"type": CHAMPION_CHOICE, "choose": 1}]
        if self.optional:
            listed.append({"type": CHAMPION_CHOICE, "card": None})
        return listed

    def apply(self, seat: Seat, action: object) -> tuple[Champions, list[Event]]:
        """Return the stage after `seat` has chosen or declined, and the events; the last choice reveals all."""
        value = value_of(action, CHAMPION_CHOICE)
        if value is None and not self.optional:
            raise IllegalAction("champion_required")
        champion = None if value is None else check_champion(value, self.decks[seat])
        after = replace(self, chosen={**self.chosen, seat: champion})
        events: list[Event] = [{"type": "champion_chosen", "player": seat, "card": champion}]
        if after.finished:
            shown = after.result
            events.append({"type": "champions_revealed", "A": shown["A"], "B": shown["B"]})
        return after, events

    def view_for(self, visible: VisibleSeats) -> ChampionsView:
        """Return the seats that have chosen, and the Champions that the viewer may see."""
        return {
            "ready": {seat: seat in self.chosen for seat in self.seats},
            "champions": {seat: self.chosen.get(seat) if seat in visible else None for seat in self.seats},
            "optional": self.optional,
        }

    def to_json(self) -> StoredJson:
        """Return everything, hidden choices included, for storage; the decks are stored with the set-up."""
        return {"chosen": dict(self.chosen)}

    @classmethod
    def from_json(cls, options: Options, decks: DeckChoices, data: StoredJson) -> Champions:
        """Return the state that `to_json` wrote."""
        return replace(cls.begin(options, decks), chosen=dict(data["chosen"]))
