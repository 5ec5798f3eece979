"""Seating at the opening of a match: alone at first, two at one device, opposite a bot or the automaton."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Literal

from app.matches.core.seat_holder import AUTOMATON, FREE, Bot, Partners, SeatHolder
from app.people.players.names import clean_name
from app.people.players.player import Player
from engine.seat import SEATS, Seat, other
from engine.setup.options import SOLO


@dataclass(frozen=True, slots=True)
class SecondPlayer:
    """The second person at the same device."""

    name: str


def host_seat(mode: str, wish: Seat | Literal["random"]) -> Seat:
    """Return the seat of the player who opens a match; the automaton always sits at B."""
    if mode == SOLO:
        return "A"
    return secrets.choice(SEATS) if wish == "random" else wish


def seating(
    mode: str,
    player: Player,
    seat: Seat,
    opposite: SecondPlayer | Bot | None = None,
    partner: SecondPlayer | None = None,
) -> dict[Seat, SeatHolder]:
    """Return the holders of both seats when `player` opens a match of this mode at `seat`; `partner`: at their side."""
    own = player if partner is None else Partners(player, Player(player.id, clean_name(partner.name)))
    if mode == SOLO:
        return {"A": own, "B": AUTOMATON}
    opposing: SeatHolder = FREE
    if isinstance(opposite, Bot):
        opposing = opposite
    elif opposite is not None:
        opposing = Player(player.id, clean_name(opposite.name))
    return {seat: own, other(seat): opposing}
