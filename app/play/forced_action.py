"""Continuing where there is nothing to decide (2021), so that nobody presses a button without a choice."""

from __future__ import annotations

from collections.abc import Mapping

from engine.match import Match
from engine.position import ASSAULT
from engine.seat import Seat


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
