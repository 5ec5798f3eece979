"""Seating at the opening of a match: alone at first, or two people at one device."""

from __future__ import annotations

from dataclasses import dataclass

from app.matches.seats import Seat, other
from app.players.models import Player
from app.players.names import clean_name


@dataclass(frozen=True, slots=True)
class SecondPlayer:
    """The second person at the same device, and the preconstructed deck of that person, if one was chosen."""

    name: str
    deck: int | None = None


def seating(player: Player, seat: Seat, second_player: SecondPlayer | None) -> dict[Seat, Player]:
    """Return who sits where when `player` opens a match at `seat`: alone at first, or with a second player."""
    if second_player is None:
        return {seat: player}
    return {seat: player, other(seat): Player(player.id, clean_name(second_player.name))}
