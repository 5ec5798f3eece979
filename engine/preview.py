"""A preview of the coming assault with the table as it stands: computed by the rules, shown while a player chooses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict

from engine import assault, hand, play, realm
from engine.abilities import (
    BLOOD_PRICE,
    INDESTRUCTIBLE,
    MERCENARY,
    PERFORATION,
    PROTECTION,
    REGENERATION,
    SHARPENING,
    SPLASH,
)
from engine.actions import LANES, Action, At, CastNotation, Order, PlayChampionNotation, PlayNotation, at, from_json
from engine.cards import Card, CardNotation
from engine.hand import MatchEnded
from engine.leave import NeedsOrder
from engine.log import SILENT, Log
from engine.position import ASSAULT, ORDER, SUMMON, Creature, Lane, Position, Side
from engine.seat import BySeat, Seat, Winner


class Fallen(TypedDict):
    """A creature that the assault would destroy, and where it stands before."""

    player: Seat
    card: CardNotation
    over: CardNotation | None
    at: At


FortressSide = Literal["bastion", "fort"]
FortressPreview = TypedDict(
    "FortressPreview",
    {"from": int, "to": int, "fell": FortressSide | None, "mended": Literal["steps", "bastion"] | None},
)
"""A fortress' HP before and after the assault, the side of it that falls, and whether Regeneration moves it or makes a
Bastion of a Fort."""


class Preview(TypedDict):
    """The effect of the coming assault."""

    fallen: list[Fallen]
    fortresses: BySeat[FortressPreview]
    winner: Winner | None


def assault_preview(position: Position) -> Preview:
    """Return the assault of the active player as if the summons ended now.

    Returns `fallen` (creatures destroyed: player, card, over, and `at`, where each stands before the assault),
    `fortresses` by player (`from` and `to` as HP, `fell` of "bastion" or "fort" or None, `mended` of "steps" or
    "bastion" or None) and `winner` (a seat, or None). It reveals nothing hidden: hands count as numbers, and a rebuilt
    pile as a number. Where an owner would order returning cards (2021) they keep their order.
    """
    copy, losses = position.clone(), _Losses()
    lanes = [(seat, lane, before[:]) for seat, side in copy.sides.items() for lane, before in enumerate(side.lanes)]
    assault_alone(copy, losses)
    return {
        "fallen": _fallen(losses.creatures, lanes) if losses.creatures else [],
        "fortresses": {
            seat: {
                "from": side.hp,
                "to": copy.sides[seat].hp,
                "fell": losses.fell.get(seat),
                "mended": losses.mended.get(seat),
            }
            for seat, side in position.sides.items()
        },
        "winner": copy.winner,
    }


PlayedCard = PlayNotation | CastNotation | PlayChampionNotation


def hp_after_plays(position: Position, plays: Sequence[PlayedCard]) -> list[int]:
    """Return the HP of the active player's fortress after each of these legal plays.

    A card played from the fortress' right takes one (R6.4), Blood Price as many as mana is missing (R13.2); a cast card
    and what it destroys come back (R4.7, R5.7). Wherever a creature goes, it costs the same. After the Bastion's fall
    it is the HP of the Fort, and 0 after the Fort's.
    """
    known: dict[tuple[int | None, Seat | None], int | None] = {}
    found: list[int] = []
    for action in plays:
        place: int | None = None
        owner: Seat | None = None
        if action["type"] == "play":
            place = action["hand"]
            owner = action["target"]["player"] if "target" in action else None
        if (place, owner) not in known:
            known[place, owner] = _known_hp(position, place, owner)
        left = known[place, owner]
        if left is None:
            left = _hp_after(position, from_json(action))
            if owner is None:
                known[place, owner] = left
        elif owner == position.active and action["type"] == "play" and "target" in action:
            left += _returning(position.sides[owner], action)
        found.append(left)
    return found


def _known_hp(position: Position, place: int | None, owner: Seat | None) -> int | None:
    """Return the HP after playing the card at `place` of the hand, or the Champion (None), whatever the lane, or the
    target among the creatures of `owner`; None if this has to be tried. What a player's own target brings back
    (`_returning`) is not in it."""
    side = position.sides[position.active]
    if place is None:
        return None
    card = hand.card_at(side, place)
    left = side.hp - (place > side.fort_at)
    if card.flags & BLOOD_PRICE and card.cost > position.mana:
        return None
    if owner is not None:
        creatures = [creature for lane in position.sides[owner].lanes for creature in lane]
        spreads = owner != position.active or card.flags & (PERFORATION | SPLASH)
        if spreads and any(_may_return(card, creature, owner == position.active) for creature in creatures):
            return None
        if card.flags & (REGENERATION | SHARPENING):
            return None
        left += not card.flags & MERCENARY
    return left or None


def _may_return(card: Card, creature: Creature, own: bool) -> bool:
    """Return whether a creature that an incantation destroys could come to the hand of the player who casts it."""
    return card.attack >= creature.health - creature.wounds if own else bool(creature.flags & MERCENARY)


def _returning(side: Side, action: CastNotation) -> int:
    """Return the number of cards that come back to the hand when this incantation hits its target, a creature of the
    player's own, and nothing else."""
    card, target = hand.card_at(side, action["hand"]), action["target"]
    lane, index = side.lanes[LANES.index(target["lane"])], target["index"]
    creature, guard = lane[index], realm.flags_at(side, lane, index)
    kept = guard & INDESTRUCTIBLE or (guard & PROTECTION and not creature.hit) or creature.flags & MERCENARY
    if kept or not _may_return(card, creature, own=True):
        return 0
    own = side.champion.key if creature.champion and side.champion is not None else None
    return sum(each is not None and each.key != own for each in (creature.over, creature.card))


def _hp_after(position: Position, action: Action) -> int:
    copy = position.clone()
    play.advance(copy, action)
    _order(copy, SILENT)
    return copy.sides[position.active].hp


class _Losses(Log):
    """A log that keeps alone what was lost and mended: the creatures in their order, and of each fortress the side that
    fell last and what Regeneration did."""

    __slots__ = ("creatures", "fell", "mended")

    def __init__(self) -> None:
        self.creatures: list[Creature] = []
        self.fell: dict[Seat, FortressSide] = {}
        self.mended: dict[Seat, Literal["steps", "bastion"]] = {}

    def destroyed(self, seat: Seat, lane: int, index: int, creature: Creature) -> None:
        self.creatures.append(creature)

    def bastion_fell(self, seat: Seat) -> None:
        self.fell[seat] = "bastion"

    def fort_fell(self, seat: Seat) -> None:
        self.fell[seat] = "fort"

    def regeneration(self, seat: Seat, steps: int) -> None:
        self.mended.setdefault(seat, "steps")

    def fort_turned(self, seat: Seat, side: Side) -> None:
        self.mended[seat] = "bastion"


def assault_alone(position: Position, log: Log = SILENT) -> None:
    """Play what is left of the active player's assault and nothing after it, in place."""
    if position.phase in (SUMMON, ASSAULT):
        position.phase = ASSAULT
        _resolve(position, log)


def _resolve(position: Position, log: Log) -> None:
    try:
        assault.activate_all(position, log)
    except MatchEnded:
        return
    except NeedsOrder as pause:
        play.wait_for_order(position, pause, log)
    _order(position, log)


def _order(position: Position, log: Log) -> None:
    """Let cards that are to be ordered (2021) return as they are listed."""
    while position.phase == ORDER and position.pending is not None:
        play.advance(position, Order(position.pending.cards), log)


def _fallen(creatures: list[Creature], lanes: list[tuple[Seat, int, Lane]]) -> list[Fallen]:
    """Return these creatures and where each stood; `lanes` are all lanes before."""
    spots = {id(each): at(seat, lane, index) for seat, lane, before in lanes for index, each in enumerate(before)}
    return [
        {
            "player": spots[id(creature)]["player"],
            "card": creature.card.notation,
            "over": creature.over.notation if creature.over else None,
            "at": spots[id(creature)],
        }
        for creature in creatures
    ]
