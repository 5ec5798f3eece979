"""The holder of a seat: a guest, two guests, the automaton, a bot, a guest who has left for good, or nobody yet.

In the database a holder is a row of `seats`: two guests are two, in the order of their turns, and nobody is none. The
coach of a match holds a place of its own there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal, NamedTuple

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
COACH: Final = "coach"
SeatOrCoach = Seat | Literal["coach"]
"""A seat, or the place of the coach."""
HolderKind = Literal["guest", "program", "bot", "automaton", "former"]


class SeatRow(NamedTuple):
    """A row of `seats` apart from its key, whose columns these are; text has its length.

    `level` is a bot's, `face` the creature that was chosen as a picture.
    """

    player_id: str | None
    name: Annotated[str | None, 24]
    face: Annotated[str | None, 24]
    kind: Annotated[HolderKind, 9]
    level: int | None


class SeatChange(NamedTuple):
    """A place that goes from one holder to another, if `before` still holds it; None: any holder."""

    seat: SeatOrCoach
    before: SeatHolder | None
    after: SeatHolder


def rows_of(holder: SeatHolder) -> list[SeatRow]:
    """Return a holder as it is stored."""
    match holder:
        case Player() | Partners():
            return [SeatRow(one.id, one.name, one.chosen_face, _kind(one), None) for one in people_of(holder)]
        case Automaton():
            return [SeatRow(None, None, None, "automaton", None)]
        case Bot(level=level, name=name):
            return [SeatRow(None, name, None, "bot", level)]
        case FormerPlayer():
            return [SeatRow(None, None, None, "former", None)]
        case FreeSeat():
            return []


def holder_of(rows: Sequence[SeatRow]) -> SeatHolder:
    """Return the holder that these rows of a place stand for."""
    if not rows:
        return FREE
    first = rows[0]
    if first.player_id is not None:
        people = [Player(row.player_id or "", row.name or "", row.kind == "program", row.face) for row in rows]
        return people[0] if len(people) == 1 else Partners(*people)
    if first.kind == "bot":
        return Bot(first.level or 0, first.name or "")
    return AUTOMATON if first.kind == "automaton" else FORMER


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


def renamed(holder: SeatHolder, player: Player) -> SeatHolder:
    """Return a holder under the name that a player has now: of two at one device the one whose name is the player's."""
    if isinstance(holder, Partners):
        if holder.one.id == player.id:
            return replace(holder, one=replace(holder.one, name=player.name))
        return replace(holder, two=replace(holder.two, name=player.name))
    return replace(holder, name=player.name) if isinstance(holder, Player) else holder


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
