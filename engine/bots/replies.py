"""The opponent's next turn, looked through to the last play: whether any of them brings a fortress down."""

from __future__ import annotations

from typing import Final, Literal

from engine.bots import endings, turns
from engine.bots.tables import Table
from engine.position import OVER, Position
from engine.seat import other

MOST: Final = 1_000
"""Tables of the opponent that are looked at; nothing is promised where there are more."""


def holds(position: Position, kept: Literal["bastion", "fort"]) -> bool:
    """Return whether the side that the waiting player's fortress shows survives every turn of the player to move.

    All cards count as seen. False, too, where that was not found out: with too many turns, and in 2021 where something
    may be cast between attacks or cards must be ordered.
    """
    foe = position.active
    if position.edition.assault_pauses and any(not card.is_creature for card in position.sides[foe].hand):
        return False
    for number, table in enumerate(turns.distinct(position, MOST), start=1):
        if number == MOST or table.cut or _falls(table, kept):
            return False
    return True


def _falls(table: Table, kept: Literal["bastion", "fort"]) -> bool:
    """Return whether the waiting player's fortress falls in the turn that stops at this table."""
    foe = table.start.seat
    ending = endings.ending(table)
    if ending is not None:
        return ending.winner == foe or (kept == "bastion" and ending.foe.is_fort)
    after = turns.by_engine(table)
    if after.phase == OVER:
        return after.winner == foe
    return kept == "bastion" and after.sides[other(foe)].is_fort
