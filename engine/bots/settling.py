"""Orders that a search does not vary: cards that return together, in the order in which they are listed."""

from __future__ import annotations

from engine import play
from engine.actions import Order
from engine.log import SILENT, Log
from engine.position import ORDER, Position


def settle(position: Position, log: Log = SILENT) -> bool:
    """Answer every order that is awaited, in place (R5.8, 2021); True if there was one. Events go to `log`."""
    asked = False
    while position.phase == ORDER and position.pending is not None:
        asked = True
        play.advance(position, Order(position.pending.cards), log)
    return asked
