"""The four bans of a constructed duel in 2021 (R2.5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from engine.events import Event
from engine.json_fields import StoredJson
from engine.seat import SEATS, Seat, other
from engine.setup.choices import BAN, BanNotation, DeckChoices, VisibleSeats, offered
from engine.setup.options import Options
from engine.setup.views import BansView

ORDER: tuple[Seat, ...] = ("B", "A", "A", "B")
"""The order of the bans: B of A's ten, A of B's ten, A of B's nine, B of A's nine."""


@dataclass(frozen=True, slots=True)
class Bans:
    """Both tens are public; `banned` are the cards banned so far, in the order of ORDER."""

    full: DeckChoices
    banned: tuple[str, ...] = ()

    @property
    def phase(self) -> Literal["ban"]:
        """The name of this stage."""
        return "ban"

    @property
    def finished(self) -> bool:
        """True if all bans are done."""
        return len(self.banned) == len(ORDER)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seat that bans next."""
        return ORDER[len(self.banned) : len(self.banned) + 1]

    @property
    def decks(self) -> DeckChoices:
        """The rest of the decks."""
        return {
            owner: tuple(slug for slug in self.full[owner] if slug not in self._banned_of(owner)) for owner in SEATS
        }

    def _banned_of(self, owner: Seat) -> list[str]:
        return [slug for by, slug in zip(ORDER, self.banned, strict=False) if by != owner]

    def legal(self, seat: Seat) -> list[BanNotation]:
        """Return a ban for each card left in the other player's deck."""
        return [{"type": BAN, "card": slug} for slug in self.decks[other(seat)]]

    def apply(self, seat: Seat, action: object) -> tuple[Bans, list[Event]]:
        """Return the bans after `seat` has banned a card of the other player's deck, and the events."""
        owner = other(seat)
        slug = offered(action, BAN, self.decks[owner])
        event: Event = {"type": "banned", "player": owner, "by": seat, "card": slug}
        return replace(self, banned=(*self.banned, slug)), [event]

    def view_for(self, visible: VisibleSeats) -> BansView:
        """Return decks and bans, which are public (R2.5a)."""
        return {
            "decks": {owner: list(deck) for owner, deck in self.full.items()},
            "banned": {owner: self._banned_of(owner) for owner in SEATS},
        }

    def to_json(self) -> StoredJson:
        """Return everything, for storage."""
        return {"full": {owner: list(deck) for owner, deck in self.full.items()}, "banned": list(self.banned)}

    @classmethod
    def from_json(cls, options: Options, data: StoredJson) -> Bans:
        """Return the state that `to_json` wrote."""
        return cls({owner: tuple(deck) for owner, deck in data["full"].items()}, tuple(data["banned"]))
