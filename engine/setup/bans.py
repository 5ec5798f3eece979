"""The four bans of a constructed duel in 2021 (R2.5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.actions import SEATS
from engine.events import Event
from engine.setup.choices import BAN, VisibleSeats, offered
from engine.setup.options import Options

ORDER = ("B", "A", "A", "B")
"""The order of the bans: B of A's ten, A of B's ten, A of B's nine, B of A's nine."""

Decks = dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Bans:
    """Both tens are public; `banned` are the cards banned so far, in the order of ORDER."""

    full: Decks
    banned: tuple[str, ...] = ()

    phase = "ban"

    @property
    def finished(self) -> bool:
        """Return whether all bans are done."""
        return len(self.banned) == len(ORDER)

    @property
    def to_act(self) -> tuple[str, ...]:
        """The seat that bans next."""
        return ORDER[len(self.banned) : len(self.banned) + 1]

    @property
    def decks(self) -> Decks:
        """The rest of the decks."""
        return {
            owner: tuple(slug for slug in self.full[owner] if slug not in self._banned_of(owner)) for owner in SEATS
        }

    def _banned_of(self, owner: str) -> list[str]:
        return [slug for by, slug in zip(ORDER, self.banned, strict=False) if by != owner]

    def legal(self, seat: str) -> list[dict[str, Any]]:
        """Return a ban for each card left in the other player's deck."""
        return [{"type": BAN, "card": slug} for slug in self.decks[_other(seat)]]

    def apply(self, seat: str, action: object) -> tuple[Bans, list[Event]]:
        """Return the seat bans a card of the other player's deck."""
        owner = _other(seat)
        slug = offered(action, BAN, self.decks[owner])
        event = {"type": "banned", "player": owner, "by": seat, "card": slug}
        return replace(self, banned=(*self.banned, slug)), [event]

    def view_for(self, visible: VisibleSeats) -> dict[str, Any]:
        """Return decks and bans, which are public (R2.5a)."""
        return {
            "decks": {owner: list(deck) for owner, deck in self.full.items()},
            "banned": {owner: self._banned_of(owner) for owner in SEATS},
        }

    def to_json(self) -> dict[str, Any]:
        """Return everything, for storage."""
        return {"full": {owner: list(deck) for owner, deck in self.full.items()}, "banned": list(self.banned)}

    @classmethod
    def from_json(cls, options: Options, data: dict[str, Any]) -> Bans:
        """Return the state that `to_json` wrote."""
        return cls({owner: tuple(deck) for owner, deck in data["full"].items()}, tuple(data["banned"]))


def _other(seat: str) -> str:
    return "B" if seat == "A" else "A"
