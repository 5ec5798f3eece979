"""The events of a turn: its beginning, plays, its end, going back; and the end of the match."""

from __future__ import annotations

from typing import Literal, TypedDict

from engine.actions import LaneName
from engine.cards import CardNotation
from engine.events.parts import CreatureTarget, OfPlayer
from engine.seat import Winner

Reason = Literal[
    "fort", "pile", "resignation", "agreement", "abandonment", "time", "no_show", "aborted", "turn_limit"
]  # fmt: skip
"""The ways in which a match can end."""
KnownReason = Reason | Literal[""]
"""The reason of an end; empty if a match began with a position that was over already, for an unknown reason."""


class TurnBegan(OfPlayer):
    """A turn begins; the first is 1."""

    type: Literal["turn_began"]
    turn: int


class ManaGained(OfPlayer):
    """The mana of a turn (R3.1, R10.2)."""

    type: Literal["mana"]
    amount: int


class AssaultBegan(OfPlayer):
    """Phase 3 begins (section 5)."""

    type: Literal["assault_began"]


class TurnEnded(OfPlayer):
    """A turn is over (R3.2)."""

    type: Literal["turn_ended"]


class MatchOver(TypedDict):
    """The match is over (section 7)."""

    type: Literal["over"]
    winner: Winner
    reason: Reason


class Undone(OfPlayer):
    """The last play of the turn was undone."""

    type: Literal["undone"]


class TakenBack(OfPlayer):
    """A finished turn was taken back."""

    type: Literal["taken_back"]
    turn: int


class Played(OfPlayer):
    """A creature entered play, from `place` of the hand; None for a Champion and for the automaton's cards."""

    type: Literal["played"]
    card: CardNotation
    place: int | None
    cost: int
    lane: LaneName
    index: int
    onto: bool
    champion: bool


class IncantationCast(OfPlayer):
    """An incantation was cast, from `place` of the hand; None for the automaton's."""

    type: Literal["cast"]
    card: CardNotation
    place: int | None
    cost: int
    target: CreatureTarget


class BloodPricePaid(OfPlayer):
    """Missing mana was paid in wounds (Blood Price)."""

    type: Literal["blood_price"]
    wounds: int


class ChampionReady(OfPlayer):
    """A Champion can be played (R9.5)."""

    type: Literal["champion_ready"]
    card: CardNotation


TurnEvent = (
    TurnBegan | ManaGained | AssaultBegan | TurnEnded | MatchOver | Undone | TakenBack
    | Played | IncantationCast | BloodPricePaid | ChampionReady
)  # fmt: skip
