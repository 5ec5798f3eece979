"""All turns of the opponent: does any of them bring a fortress down?"""

from __future__ import annotations

from typing import Final, Literal

from engine.bots import endings, turns
from engine.bots.evaluation import evaluation
from engine.bots.nodes import PlayNode
from engine.position import OVER, Position
from engine.seat import other

MAX_TURNS: Final = 1_000
"""Turns of the opponent that are tried; nothing is promised where there are more."""


def holds(position: Position, kept: Literal["bastion", "fort"]) -> bool:
    """True if the waiting player's fortress keeps this side up through every turn of the player to move.

    All cards count as seen. False, too, where that is not certain: with too many turns, and in 2021 where something
    may be cast between attacks or cards must be ordered.
    """
    foe = position.active
    if position.edition.assault_pauses and any(not card.is_creature for card in position.sides[foe].hand):
        return False
    for number, node in enumerate(turns.distinct(position, evaluation("duel"), MAX_TURNS), start=1):
        if number == MAX_TURNS or node.cut or _destroys(node, kept):
            return False
    return True


def _destroys(node: PlayNode, kept: Literal["bastion", "fort"]) -> bool:
    """True if the turn that stops at this node brings down the waiting player's fortress."""
    foe = node.context.seat
    ending = endings.ending(node)
    if ending is not None:
        return ending.winner == foe or (kept == "bastion" and ending.foe.is_fort)
    after = turns.by_engine(node)
    if after.phase == OVER:
        return after.winner == foe
    return kept == "bastion" and after.sides[other(foe)].is_fort
