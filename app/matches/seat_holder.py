"""Who holds a seat of a match: a guest, the automaton, or nobody yet.

In the database a seat is three columns: the guest's id, the name, and what plays there instead of a guest. The last
is a word, so that another kind of opponent needs no other column.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypedDict

from app.matches.seats import Seat
from app.players.player import Player


@dataclass(frozen=True, slots=True)
class Automaton:
    """The automaton (R10)."""


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """Nobody yet: the room link offers it."""


SeatHolder = Player | Automaton | FreeSeat
"""At a hot seat both seats are held by one guest, each under another name."""

AUTOMATON: Final = Automaton()
FREE: Final = FreeSeat()


class SeatColumns(TypedDict):
    """How the holder of a seat is stored."""

    player: str | None
    name: str | None
    computer: str | None


def to_columns(holder: SeatHolder) -> SeatColumns:
    """Return a holder as it is stored."""
    match holder:
        case Player(id=player_id, name=name):
            return {"player": player_id, "name": name, "computer": None}
        case Automaton():
            return {"player": None, "name": None, "computer": "automaton"}
        case FreeSeat():
            return {"player": None, "name": None, "computer": None}


def from_columns(player: str | None, name: str | None, computer: str | None) -> SeatHolder:
    """Return a stored holder."""
    if player is not None:
        return Player(player, name or "")
    return FREE if computer is None else AUTOMATON


def name_of(holder: SeatHolder) -> str | None:
    """Return a guest's name; None for anybody else."""
    return holder.name if isinstance(holder, Player) else None


def is_hot_seat(holders: Mapping[Seat, SeatHolder]) -> bool:
    """Return whether two people play at one device, so that one guest holds both seats."""
    a, b = holders["A"], holders["B"]
    return isinstance(a, Player) and isinstance(b, Player) and a.id == b.id
