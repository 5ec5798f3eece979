"""Continuing where there is nothing to decide (2021), so that nobody presses a button without a choice."""

from __future__ import annotations

from collections.abc import Mapping

from app.matches.core.live.update import Update
from engine.match import Match
from engine.position import ASSAULT
from engine.seat import Seat

Forced = tuple[Seat, Mapping[str, object]]


def forced_actions(update: Update, newest: int, player_id: str | None, acted: int) -> list[Forced]:
    """Return the forced actions of 2021 that follow an action of a page in turn `acted`; none where its player has a
    choice, or where the match, after `newest` actions, has gone on."""
    match = update.match
    if update.seq != newest or match is None or match.position is None or match.position.turn != acted:
        return []
    seats = update.row.seats_of(player_id)
    return [(seat, action) for seat in seats if (action := forced_action(match, seat)) is not None]


def forced_action(match: Match, seat: Seat) -> Mapping[str, object] | None:
    """Return the only thing `seat` can do next in its assault, or None where it has a choice (R4.8).

    With no incantation to cast the rest of the assault runs on its own, and then the turn ends: none becomes
    castable on the way, because no mana and no creature is gained, and what returns to a hand came from a realm.
    """
    if match.position is None or match.position.phase != ASSAULT or match.to_act != (seat,):
        return None
    kinds = {action["type"] for action in match.legal_actions(seat)}
    if kinds & {"play", "champion"}:
        return None
    return {"type": "attack_all"} if "attack_all" in kinds else {"type": "end_turn"}
