"""A preview of the coming assault with the table as it stands: computed by the rules, shown while a player chooses."""

from __future__ import annotations

from typing import Literal, TypedDict

from engine import assault, play
from engine.actions import At, Order, at
from engine.cards import CardNotation
from engine.events import Event
from engine.events.assault import Destroyed
from engine.hand import MatchEnded
from engine.leave import NeedsOrder
from engine.log import SILENT, EventLog, Log
from engine.position import ASSAULT, ORDER, SUMMON, Creature, Position
from engine.seat import SEATS, BySeat, Seat, Winner


class Fallen(TypedDict):
    """A creature that the assault would destroy, and where it stands before."""

    player: Seat
    card: CardNotation
    over: CardNotation | None
    at: At


FortressPreview = TypedDict("FortressPreview", {"from": int, "to": int, "fell": Literal["bastion", "fort"] | None})
"""A fortress' HP before and after the assault, and the side of it that falls."""


class Preview(TypedDict):
    """The effect of the coming assault."""

    fallen: list[Fallen]
    fortresses: BySeat[FortressPreview]
    winner: Winner | None


def assault_preview(position: Position) -> Preview:
    """Return the assault of the active player as if the summons ended now.

    Returns `fallen` (creatures destroyed: player, card, over, and `at`, where each stands before the assault),
    `fortresses` by player (`from` and `to` as HP, `fell` of "bastion" or "fort" or None) and `winner` (a seat, or
    None). It reveals nothing hidden: hands count as numbers, and a rebuilt pile as a number. Where an owner would
    order returning cards (2021) they keep their order.
    """
    log = EventLog()
    copy = position.clone()
    standing = _standing(copy)
    assault_alone(copy, log)
    remaining = {id(creature) for side in copy.sides.values() for row in side.lanes for creature in row}
    gone = [(spot, creature) for spot, creature in standing if id(creature) not in remaining]
    return {
        "fallen": [_fallen(event, gone) for event in log.events if event["type"] == "destroyed"],
        "fortresses": {seat: _fortress(position, copy, seat, log.events) for seat in SEATS},
        "winner": copy.winner,
    }


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
    while position.phase == ORDER and position.pending is not None:
        play.advance(position, Order(position.pending.cards), log)


def _standing(position: Position) -> list[tuple[At, Creature]]:
    """Return every creature in play, and where it stands."""
    return [
        (at(seat, lane, index), creature)
        for seat, side in position.sides.items()
        for lane, row in enumerate(side.lanes)
        for index, creature in enumerate(row)
    ]


def _fallen(event: Destroyed, gone: list[tuple[At, Creature]]) -> Fallen:
    """Return the creature of a destruction, and where it, one of those that are `gone`, stood at first.

    Of equal creatures of one player any will do: they are all gone.
    """
    player, card, over = event["at"]["player"], event["card"], event["over"]
    for number, (spot, creature) in enumerate(gone):
        lying = creature.over.notation if creature.over else None
        if (spot["player"], creature.card.notation, lying) == (player, card, over):
            del gone[number]
            break
    return {"player": player, "card": card, "over": over, "at": spot}


def _fortress(before: Position, after: Position, seat: Seat, log: list[Event]) -> FortressPreview:
    return {
        "from": before.sides[seat].hp,
        "to": after.sides[seat].hp,
        "fell": _fell(seat, log),
    }


def _fell(player: Seat, log: list[Event]) -> Literal["bastion", "fort"] | None:
    """Return the side of a player's fortress that fell last."""
    for event in reversed(log):
        if event["type"] == "fort_fell" and event["player"] == player:
            return "fort"
        if event["type"] == "bastion_fell" and event["player"] == player:
            return "bastion"
    return None
