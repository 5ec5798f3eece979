"""The shapes of JSON in the notation (docs/notation.md): positions and their parts."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict, final

from engine.cards import CardNotation
from engine.position import Phase, Then
from engine.seat import Seat, Winner

Mode = Literal["duel", "solo"]
FortressWord = Literal["bastion", "fort"]


class CreatureNotation(TypedDict):
    """A creature in play, with all its keys."""

    card: CardNotation
    over: CardNotation | None
    wounds: int
    new: bool
    done: bool
    hit: bool
    sprint: int
    champion: bool


class ChampionNotation(TypedDict):
    """A side's Champion and its state: in play, ready, or (neither) aside."""

    card: CardNotation
    ready: bool
    in_play: bool


class RealmNotation(TypedDict):
    """The part that both kinds of side show: the fortress's side that is up, and the lanes from the bridge."""

    fortress: FortressWord
    top: list[CreatureNotation]
    bottom: list[CreatureNotation]


@final
class HumanSide(RealmNotation):
    """A human player's side; in `hand` the fortress is "*" and, in a view, an unknown card "?"."""

    hand: list[CardNotation]
    champion: ChampionNotation | None


@final
class AutomatonSide(RealmNotation):
    """The automaton's side: the pile, top card first, and the discard, oldest card first."""

    pile: list[CardNotation]
    discard: list[CardNotation]


class SoloView(TypedDict):
    """The automaton's options and state (R10.2, R10.8) as everybody may know them."""

    fixed: int
    per_creature: int
    weakened: bool
    abilities: list[str]
    last_turn: bool
    shuffles: int


class SoloNotation(SoloView):
    """A position of a solo game, with the seed from which the pile is reshuffled."""

    seed: int | str


class PendingView(TypedDict):
    """Cards that wait for their owner's order (R5.8, 2021)."""

    owner: Seat
    cards: list[CardNotation]


class PendingNotation(PendingView):
    """A position with what is left to resolve after the present step, which is the engine's own."""

    then: Then


class HeaderNotation(TypedDict):
    """The public part of a position, without the two sides."""

    edition: str
    mode: Mode
    turn: int
    active: Seat
    phase: Phase
    mana: int
    winner: Winner | None


class PositionNotation(HeaderNotation):
    """A complete position, hidden cards included."""

    A: HumanSide
    B: HumanSide | AutomatonSide
    solo: NotRequired[SoloNotation]
    pending: NotRequired[PendingNotation]
