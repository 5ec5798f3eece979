"""How one connection looks at a match: through a seat, as a spectator, or at a hot seat behind a cover.

Hot seat: two people at one device, one guest holds both seats. Whenever the other one is to act and there is something
to hide, the page shows a cover and no hand, until that person says that nobody else is looking.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from app.matches.models import Meta, Seat, Viewer, other
from app.matches.room import Room
from app.players.models import Player
from app.players.names import clean_name
from engine.match import Match

NOTHING_HIDDEN: Final = frozenset({"draft", "ban"})
"""Phases of the set-up in which both players know the same (R2.5a): the device changes hands without a cover."""


class Look(NamedTuple):
    """How a connection looks: the seat it sees through, whom the cover waits for, and whether it holds both seats."""

    viewer: Viewer = None
    cover: Viewer = None
    hotseat: bool = False

    @property
    def near(self) -> Seat:
        """The side that is drawn near: one's own, the one of whoever is to look next; a spectator sits with A."""
        return self.viewer or self.cover or "A"

    @property
    def ears(self) -> Viewer:
        """Whose events it hears: at a hot seat only what both may know."""
        return None if self.hotseat else self.viewer


@dataclass(frozen=True, slots=True)
class Beside:
    """The second person at the same device, and the preconstructed deck of that person, if one was chosen."""

    name: str
    deck: int | None = None


def seated(player: Player, seat: Seat, beside: Beside | None) -> dict[Seat, Player]:
    """Who sits where when `player` opens a match at `seat`: alone at first, or with somebody beside."""
    if beside is None:
        return {seat: player}
    return {seat: player, other(seat): Player(player.id, clean_name(beside.name))}


def look_of(meta: Meta, match: Match | None, player_id: str | None, lifted: Viewer = None) -> Look:
    """How the connection of a player looks now; `lifted` is the seat for which its cover has been taken away."""
    if not (meta.hotseat and meta.seats_of(player_id)):
        return Look(meta.seat_of(player_id))
    if match is None or meta.status == "over" or not match.to_act:
        return Look(hotseat=True)
    seats: tuple[Seat, ...] = match.to_act  # type: ignore[assignment] # the engine's seats are strings
    if lifted in seats:
        return Look(lifted, hotseat=True)
    if match.position is None and match.setup.phase in NOTHING_HIDDEN:
        return Look(seats[0], hotseat=True)
    return Look(cover=seats[0], hotseat=True)


class Lifted(NamedTuple):
    """A cover that has been taken away: for whom, and up to which step of the room that is known to be right."""

    seat: Seat
    step: int


def still_lifted(lifted: Lifted | None, room: Room) -> Lifted | None:
    """The same, seen from the newest step; None once somebody else was to act since, or might have been."""
    if lifted is None or lifted.step == room.last.number:
        return lifted
    since = [step for step in room.steps if step.number > lifted.step]
    known = len(since) == room.last.number - lifted.step
    if not known or not all(step.match is not None and lifted.seat in step.match.to_act for step in since):
        return None
    return Lifted(lifted.seat, room.last.number)
