"""The holder of a seat: a guest, two guests, the automaton, a bot, a guest who has left for good, or nobody yet.

In the database a seat is six columns: the guest's id, the name, the picture, what plays there, and the id and the name
of a second guest. What plays there are words: "automaton", "bot:4" for a bot of level 4, "former", and next to guests
"program" for a bot account, "second" where the second guest is one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypedDict

from app.base.live.server_messages import Member, PlayerOut
from app.matches.bots.characters import BY_NAME
from app.people.players.player import Player
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
class Partners:
    """Two who hold a side together and take its turns alternately (H12); at one device both are the same guest."""

    one: Player
    two: Player

    @property
    def members(self) -> tuple[Player, Player]:
        """Both, in the order of their turns."""
        return self.one, self.two

    @property
    def name(self) -> str:
        """Both names."""
        return " & ".join(member.name for member in self.members)

    @property
    def at_one_device(self) -> bool:
        """Return whether they sit at one device, as one guest."""
        return self.one.id == self.two.id

    def without(self, part: int) -> Player:
        """Return who continues alone when the first (0) or the second one (1) leaves."""
        return self.members[1 - part]


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """Nobody yet: the room link offers it."""


@dataclass(frozen=True, slots=True)
class FormerPlayer:
    """A guest who has deleted everything; their finished matches stay."""


SeatHolder = Player | Partners | Automaton | Bot | FormerPlayer | FreeSeat
"""At a hot seat both seats are held by one guest, each under another name."""

AUTOMATON: Final = Automaton()
FREE: Final = FreeSeat()
FORMER: Final = FormerPlayer()
LEFT: Final = "former"  # as it is stored
BOT: Final = "bot:"
PROGRAM: Final = "program"
SECOND: Final = "second"


class SeatColumns(TypedDict):
    """The stored form of a seat's holder."""

    player: str | None
    name: str | None
    face: str | None
    computer: str | None
    second: str | None
    second_name: str | None


def _columns(player: str | None, name: str | None, computer: str | None, face: str | None = None) -> SeatColumns:
    return {"player": player, "name": name, "face": face, "computer": computer, "second": None, "second_name": None}


def to_columns(holder: SeatHolder) -> SeatColumns:
    """Return a holder as it is stored."""
    match holder:
        case Player(id=player_id, name=name, program=program, chosen_face=face):
            return _columns(player_id, name, PROGRAM if program else None, face)
        case Partners(one=one, two=two):
            words = [word for word, member in ((PROGRAM, one), (SECOND, two)) if member.program]
            both = {"second": two.id, "second_name": two.name}
            return _columns(one.id, one.name, " ".join(words) or None, one.chosen_face) | both  # type: ignore[return-value]
        case Automaton():
            return _columns(None, None, "automaton")
        case Bot(level=level, name=name):
            return _columns(None, name, f"{BOT}{level}")
        case FormerPlayer():
            return _columns(None, None, LEFT)
        case FreeSeat():
            return _columns(None, None, None)


def seat_values(seat: Seat, holder: SeatHolder) -> dict[str, str | None]:
    """Return the columns of a match that say who holds a seat."""
    stored, suffix = to_columns(holder), seat.lower()
    return {
        f"seat_{suffix}": stored["player"],
        f"name_{suffix}": stored["name"],
        f"face_{suffix}": stored["face"],
        f"computer_{suffix}": stored["computer"],
        f"second_{suffix}": stored["second"],
        f"second_name_{suffix}": stored["second_name"],
    }


def from_columns(
    player: str | None,
    name: str | None,
    computer: str | None,
    second: str | None = None,
    second_name: str | None = None,
    face: str | None = None,
) -> SeatHolder:
    """Return a stored holder."""
    if second is not None and player is not None:
        words = (computer or "").split()
        one = Player(player, name or "", PROGRAM in words, face)
        return Partners(one, Player(second, second_name or "", SECOND in words))
    if player is not None:
        return Player(player, name or "", computer == PROGRAM, face)
    if computer is None:
        return FREE
    if computer == LEFT:
        return FORMER
    level = computer.removeprefix(BOT)
    return AUTOMATON if level == computer else Bot(int(level), name or "")


def name_of(holder: SeatHolder) -> str | None:
    """Return the name of a guest or a bot, of two guests both; None for anybody else."""
    return holder.name if isinstance(holder, Player | Bot | Partners) else None


def face_of(holder: SeatHolder) -> str:
    """Return the slug of a holder's picture: a guest's creature (the first guest's where two share a seat), or the
    character of a bot; "" for anybody else."""
    if isinstance(holder, Bot):
        return BY_NAME[holder.name].slug if holder.name in BY_NAME else ""
    people = people_of(holder)
    return people[0].face if people else ""


def people_of(holder: SeatHolder) -> tuple[Player, ...]:
    """Return the guests who hold a seat: one, two, or none."""
    if isinstance(holder, Player):
        return (holder,)
    return holder.members if isinstance(holder, Partners) else ()


def _kind(player: Player) -> Literal["guest", "program"]:
    return "program" if player.program else "guest"


def to_json(holder: SeatHolder) -> PlayerOut:
    """Return the public facts of a holder, as the API shows them."""
    match holder:
        case Player():
            return {"kind": _kind(holder), "name": holder.name, "level": None, "face": holder.face}
        case Partners():
            members: list[Member] = [{"kind": _kind(member), "name": member.name} for member in holder.members]
            return {"kind": "pair", "name": holder.name, "level": None, "face": holder.one.face, "members": members}
        case Bot():
            return {"kind": "bot", "name": holder.name, "level": holder.level, "face": None}
        case Automaton():
            return {"kind": "automaton", "name": None, "level": None, "face": None}
        case FormerPlayer():
            return {"kind": "former", "name": None, "level": None, "face": None}
        case FreeSeat():
            return {"kind": "free", "name": None, "level": None, "face": None}


def is_hot_seat(holders: Mapping[Seat, SeatHolder]) -> bool:
    """True if two people play at one device, so that one guest holds both seats."""
    a, b = holders["A"], holders["B"]
    return isinstance(a, Player) and isinstance(b, Player) and a.id == b.id
