"""The holder of a seat: a guest, the automaton, a bot, a guest who has left for good, or nobody yet.

In the database a seat is three columns: the guest's id, the name, and what plays there. The last is a word:
"automaton", "bot:4" for a bot of level 4, "former", and next to a guest "program" for a bot account.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypedDict

from app.live.server_messages import PlayerOut
from app.players.player import Player
from engine.seat import Seat


@dataclass(frozen=True, slots=True)
class Automaton:
    """The automaton (R10)."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A computer opponent for duels: its level (`engine.bots.levels`), and the name under which it plays."""

    level: int
    name: str


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """Nobody yet: the room link offers it."""


@dataclass(frozen=True, slots=True)
class FormerPlayer:
    """A guest who has deleted everything; their finished matches stay."""


SeatHolder = Player | Automaton | Bot | FormerPlayer | FreeSeat
"""At a hot seat both seats are held by one guest, each under another name."""

AUTOMATON: Final = Automaton()
FREE: Final = FreeSeat()
FORMER: Final = FormerPlayer()
LEFT: Final = "former"  # as it is stored
BOT: Final = "bot:"
PROGRAM: Final = "program"


class SeatColumns(TypedDict):
    """The stored form of a seat's holder."""

    player: str | None
    name: str | None
    computer: str | None


def to_columns(holder: SeatHolder) -> SeatColumns:
    """Return a holder as it is stored."""
    match holder:
        case Player(id=player_id, name=name, program=program):
            return {"player": player_id, "name": name, "computer": PROGRAM if program else None}
        case Automaton():
            return {"player": None, "name": None, "computer": "automaton"}
        case Bot(level=level, name=name):
            return {"player": None, "name": name, "computer": f"{BOT}{level}"}
        case FormerPlayer():
            return {"player": None, "name": None, "computer": LEFT}
        case FreeSeat():
            return {"player": None, "name": None, "computer": None}


def from_columns(player: str | None, name: str | None, computer: str | None) -> SeatHolder:
    """Return a stored holder."""
    if player is not None:
        return Player(player, name or "", computer == PROGRAM)
    if computer is None:
        return FREE
    if computer == LEFT:
        return FORMER
    level = computer.removeprefix(BOT)
    return AUTOMATON if level == computer else Bot(int(level), name or "")


def name_of(holder: SeatHolder) -> str | None:
    """Return the name of a guest or a bot; None for anybody else."""
    return holder.name if isinstance(holder, Player | Bot) else None


def to_json(holder: SeatHolder) -> PlayerOut:
    """Return the public facts of a holder, as the API shows them."""
    match holder:
        case Player():
            return {"kind": "program" if holder.program else "guest", "name": holder.name, "level": None}
        case Bot():
            return {"kind": "bot", "name": holder.name, "level": holder.level}
        case Automaton():
            return {"kind": "automaton", "name": None, "level": None}
        case FormerPlayer():
            return {"kind": "former", "name": None, "level": None}
        case FreeSeat():
            return {"kind": "free", "name": None, "level": None}


def is_hot_seat(holders: Mapping[Seat, SeatHolder]) -> bool:
    """True if two people play at one device, so that one guest holds both seats."""
    a, b = holders["A"], holders["B"]
    return isinstance(a, Player) and isinstance(b, Player) and a.id == b.id
