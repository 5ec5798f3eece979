"""The parts that events have in common: their player, their creature, and a target."""

from __future__ import annotations

from typing import TypedDict, final

from engine.actions import At
from engine.cards import CardNotation
from engine.seat import Seat


@final
class CreatureTarget(At):
    """A creature that an attack or incantation is aimed at."""

    card: CardNotation


class OfPlayer(TypedDict):
    """An event that happened to a player, or was caused by one."""

    player: Seat


class OfCreature(TypedDict):
    """An event that happened to a creature in play, or was caused by one."""

    at: At
    card: CardNotation
