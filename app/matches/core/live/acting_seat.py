"""The seat for which an action comes in."""

from __future__ import annotations

from collections.abc import Mapping

from app.base.errors import AppError, Code
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.reader_role import ReaderRole
from app.matches.core.seat_holder import Partners
from app.people.players.player import Player
from engine.seat import Seat, Viewer


def acting_seat(live: LiveMatch, player: Player, seat: Viewer, action: Mapping[str, object]) -> Seat:
    """Return the seat for which a player acts; of two who hold it (H12) only one does, and they resign together."""
    found = live.row.seat_for(player.id, seat)
    if isinstance(live.row.holders[found], Partners):
        part = live.row.part_of(found, player.id)
        if action.get("type") == "resign" and part is not None:
            raise AppError(Code.resign_together)
        if live.match is not None and not ReaderRole(found, part).is_awaited(live.match):
            raise AppError(Code.partners_turn)
    return found


def bots_seat(live: LiveMatch, seat: Seat) -> Seat:
    """Return `seat` if a bot sits there; AppError(not_your_seat)."""
    if seat not in live.row.bots:
        raise AppError(Code.not_your_seat)
    return seat
