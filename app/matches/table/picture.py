"""A board as a small picture among many: what lies in the lanes, the fortresses, whose turn it is. No hand is in it.

Made from the spectator's view, like everything that those without a seat see.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from app.matches.table.bridges import wear_of
from app.matches.table.realms import CreaturePiece, realms_of
from engine.actions import LANES
from engine.match import Match
from engine.seat import SEATS, Seat

NAMES: Final = tuple(f"{seat}-{lane}" for lane in LANES for seat in SEATS)


class PictureSide(NamedTuple):
    """A player's fortress, "bastion" or "fort" (empty for an automaton's pile), its HP, and how many creatures stand
    before it."""

    fortress: str
    hp: int
    creatures: int

    @property
    def wear(self) -> int:
        """The wear of its half of the bridge (`wear_of`)."""
        return wear_of(self.fortress, self.hp)


class Picture(NamedTuple):
    """The board: `lanes` are A's and B's top lane, then A's and B's bottom lane, each from the bridge on."""

    turn: int
    active: Seat
    a: PictureSide
    b: PictureSide
    lanes: tuple[tuple[CreaturePiece, ...], ...]


def picture_of(match: Match | None) -> Picture | None:
    """Return the picture of a match; None while it is being set up."""
    if match is None or match.position is None:
        return None
    view = match.table_view(None)
    realms = realms_of(view)
    lanes = tuple(realms[name].creatures for name in NAMES)
    a, b = (
        PictureSide(
            view[seat]["fortress"],
            view["stats"][seat]["hp"],
            sum(len(lane) for lane, name in zip(lanes, NAMES, strict=True) if name[0] == seat),
        )
        for seat in SEATS
    )
    return Picture(view["turn"], view["active"], a, b, lanes)
