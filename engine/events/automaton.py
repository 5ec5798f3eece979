"""The events of the automaton's cards (section 10)."""

from __future__ import annotations

from typing import Literal, TypedDict

from engine.actions import LaneName
from engine.cards import CardNotation


class Revealed(TypedDict):
    """The automaton turned over a card (R10.3)."""

    type: Literal["revealed"]
    card: CardNotation
    lane: LaneName
    spent: int
    mana: int


class Fizzled(TypedDict):
    """The automaton's incantation found no target (I12)."""

    type: Literal["fizzled"]
    card: CardNotation
    lane: LaneName


class ToDiscard(TypedDict):
    """A card went to the automaton's discard."""

    type: Literal["to_discard"]
    card: CardNotation


class ToPile(TypedDict):
    """A card went onto the automaton's pile."""

    type: Literal["to_pile"]
    card: CardNotation


class PileHit(TypedDict):
    """The automaton's pile lost these cards (R10.5); `amount` is what was dealt, which may be more."""

    type: Literal["pile_hit"]
    amount: int
    cards: list[CardNotation]
    left: int


class PileReshuffled(TypedDict):
    """The automaton's discard became its pile."""

    type: Literal["pile_reshuffled"]
    count: int


class LastTurn(TypedDict):
    """The automaton has one last turn (R10.6, 2021)."""

    type: Literal["last_turn"]


AutomatonEvent = Revealed | Fizzled | ToDiscard | ToPile | PileHit | PileReshuffled | LastTurn
