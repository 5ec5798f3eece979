"""The events of an assault (section 5): attacks, wounds, creatures that leave play, and fortresses."""

from __future__ import annotations

from typing import Literal, TypedDict, final

from engine.cards import CardNotation
from engine.events.parts import CreatureTarget, OfCreature, OfPlayer
from engine.seat import Seat

RestReason = Literal["new", "fortress", "defender"]
HitBy = Literal["attack", "sharpening"]
Cause = Literal["activation", "berserk", "instinct"]


@final
class FortressTarget(TypedDict):
    """A player's fortress that an attack is aimed at."""

    player: Seat
    fortress: Literal[True]


class Rested(OfCreature):
    """A creature did not attack."""

    type: Literal["rested"]
    reason: RestReason


class Attacked(OfCreature):
    """A creature attacks (R5.5)."""

    type: Literal["attack"]
    target: CreatureTarget | FortressTarget
    cause: Cause


class Sprinted(OfCreature):
    """A creature went to the bridge; its attack grew by `bonus`."""

    type: Literal["sprint"]
    to: int
    bonus: int


class Wounded(OfCreature):
    """A creature was wounded: `amount` is what was dealt, `lost` what it cost in health (R5.7), `left` what remains."""

    type: Literal["wounded"]
    amount: int
    lost: int
    left: int


class Absorbed(OfCreature):
    """Protection saved a creature."""

    type: Literal["absorbed"]


class Immune(OfCreature):
    """An incantation did nothing to an Indestructible creature."""

    type: Literal["immune"]


class Evaded(OfCreature):
    """A creature moved to the rear of its lane."""

    type: Literal["evaded"]
    to: int


class Destroyed(OfCreature):
    """A creature left play; `over` is the Symbiote that lay on it."""

    type: Literal["destroyed"]
    over: CardNotation | None


class Returned(OfPlayer):
    """A card arrived at `place` of a hand."""

    type: Literal["returned"]
    card: CardNotation
    place: int


class SetAside(OfPlayer):
    """A Champion left play."""

    type: Literal["aside"]
    card: CardNotation


class OrderAsked(OfPlayer):
    """The owner of cards that return together must order them (R5.8, 2021)."""

    type: Literal["order_asked"]
    cards: list[CardNotation]


class FortressHit(OfPlayer):
    """A fortress takes wounds: `amount` is what was dealt, `lost` what it costs in HP (R6.1, R6.2, R10.5)."""

    type: Literal["fortress_hit"]
    amount: int
    lost: int
    by: HitBy


FortressMoved = TypedDict(
    "FortressMoved", {"type": Literal["fortress_moved"], "player": Seat, "from": int, "to": int, "hp": int}
)
"""A fortress moved in its hand from one place to another."""


class Regenerated(OfPlayer):
    """A fortress moves so many steps to the left and regains as many HP; the step that turns a Fort is `FortTurned`."""

    type: Literal["regeneration"]
    steps: int


class BastionFell(OfPlayer):
    """A Bastion turned into a Fort (R6.2)."""

    type: Literal["bastion_fell"]


class FortTurned(OfPlayer):
    """A Fort turned back into a Bastion by Regeneration."""

    type: Literal["fort_turned"]
    to: int
    hp: int


class FortFell(OfPlayer):
    """A Fort fell (R6.3)."""

    type: Literal["fort_fell"]


AssaultEvent = (
    Rested | Attacked | Sprinted | Wounded | Absorbed | Immune | Evaded | Destroyed
    | Returned | SetAside | OrderAsked
    | FortressHit | FortressMoved | Regenerated | BastionFell | FortTurned | FortFell
)  # fmt: skip
