"""Wounds: one attack or one incantation against its targets, steps 2 to 6 of R5.5."""

from __future__ import annotations

from typing import Final

from engine import hand, leave, pile, realm
from engine.abilities import (
    AERIAL,
    AQUATIC,
    BERSERK,
    DEFENDER,
    INDESTRUCTIBLE,
    PERFORATION,
    PROTECTION,
    REGENERATION,
    SHARPENING,
    SPLASH,
    SPRINT,
    VULNERABILITY,
)
from engine.cards import Card
from engine.events.assault import Cause, HitBy
from engine.leave import NeedsOrder, Spot
from engine.log import Log
from engine.position import Creature, Lane, Position
from engine.seat import Seat, other

TOP: Final = 0


class Blow:
    """A source of wounds: its seat, abilities, printed value (None with Vulnerability), bonus, factor, and kind."""

    __slots__ = ("seat", "flags", "printed", "bonus", "factor", "incantation")

    def __init__(
        self, seat: Seat, flags: int, printed: int, bonus: int = 0, factor: int = 1, incantation: bool = False
    ):
        self.seat = seat
        self.flags = flags
        self.printed = None if flags & VULNERABILITY else printed
        self.bonus = bonus
        self.factor = factor
        self.incantation = incantation

    def wounds(self, left: int) -> int:
        """Return the wounds of R5.4 against a target with so much health or HP left.

        Vulnerability takes all but one of it.
        """
        return ((left - 1 if self.printed is None else self.printed) + self.bonus) * self.factor


def attack(
    position: Position,
    seat: Seat,
    lane_no: int,
    attacker: Creature,
    limited: bool,
    cause: Cause,
    marked: list[Spot],
    log: Log,
) -> bool:
    """Carry out one attack (R5.5 steps 1 to 6); return whether Berserk starts another.

    `limited`: it entered this turn and acts on its own activation, so it may not attack a fortress (Rage, R13.4).
    Opposing creatures that it wounded are added to `marked`, for G5. No attack is declared against a fortress that it
    may not attack: then nothing happens, not even Sprint.
    """
    rival = other(seat)
    side, foe = position.sides[seat], position.sides[rival]
    lane, facing = side.lanes[lane_no], foe.lanes[lane_no]
    index = realm.index_of(lane, attacker)
    flags = realm.flags_at(side, lane, index)
    at_fortress = not facing or (lane_no == TOP and bool(flags & AERIAL))
    if at_fortress and (limited or flags & DEFENDER):
        log.rested(seat, lane_no, index, attacker, "defender" if flags & DEFENDER else "fortress")
        return False
    log.attack(seat, lane_no, index, attacker, None if at_fortress else facing[0], cause)
    if flags & SPRINT:
        _sprint(lane, index, attacker, seat, lane_no, log)
        index = 0
        flags = realm.flags_at(side, lane, 0)
    blow = Blow(seat, flags, attacker.attack, attacker.sprint, 2 if index == 0 and flags & AQUATIC else 1)
    if at_fortress:
        _hit_fortress(position, blow, log)
        return False
    return _hit(position, blow, rival, _targets(foe.lanes, lane_no, 0, flags), marked, log)


def incantation(position: Position, seat: Seat, card: Card, owner: Seat, lane: int, index: int, log: Log) -> list[Spot]:
    """Hit a creature in the realm of `owner` with an incantation of `seat` (R4.7, R8.1); return the survivors."""
    marked: list[Spot] = []
    targets = _targets(position.sides[owner].lanes, lane, index, card.flags)
    _hit(position, Blow(seat, card.flags, card.attack, incantation=True), owner, targets, marked, log)
    return marked


def _sprint(lane: Lane, index: int, attacker: Creature, seat: Seat, lane_no: int, log: Log) -> None:
    """Move the attacker to the bridge; its attack grows by the number of creatures it passed."""
    if not index:
        return
    attacker.sprint += index
    del lane[index]
    lane.insert(0, attacker)
    log.sprint(seat, lane_no, index, attacker)


def _targets(lanes: tuple[Lane, Lane], lane: int, index: int, flags: int) -> list[Spot]:
    """Return the target, with Perforation the one behind it, with Splash its neighbour in the other lane (R8)."""
    creatures, other = lanes[lane], lanes[1 - lane]
    targets = [(lane, index, creatures[index])]
    if flags & PERFORATION and index + 1 < len(creatures):
        targets.append((lane, index + 1, creatures[index + 1]))
    if flags & SPLASH and index < len(other):
        targets.append((1 - lane, index, other[index]))
    return targets


def _hit(position: Position, blow: Blow, owner: Seat, targets: list[Spot], marked: list[Spot], log: Log) -> bool:
    """Wound all targets at the same moment, then Regeneration, losses, Sharpening; True if Berserk continues."""
    side = position.sides[owner]
    fallen: list[Spot] = []
    wounded = excess = 0
    for spot in targets:
        lane_no, index, creature = spot
        guard = realm.flags_at(side, side.lanes[lane_no], index)
        left = creature.health - creature.wounds
        wounds = blow.wounds(left)
        if not _inflict(owner, spot, wounds, guard, blow.incantation, log):
            continue
        wounded += 1
        if wounds >= left:
            fallen.append(spot)
            excess += wounds - left
        else:
            marked.append(spot)
    if wounded and blow.flags & REGENERATION:
        hand.regenerate(position, blow.seat, wounded, log)
    again = bool(fallen and blow.flags & BERSERK)
    if fallen:
        try:
            leave.destroyed(position, owner, fallen, log)
        except NeedsOrder as pause:
            pause.then["again"] = again
            raise
        if excess and blow.flags & SHARPENING:
            _wound(position, other(blow.seat), excess, "sharpening", log)
    return again


def _inflict(owner: Seat, spot: Spot, wounds: int, guard: int, cast: bool, log: Log) -> bool:
    """Wound one creature; False where nothing came through (Indestructible, Protection, fewer than 1)."""
    if wounds < 1:
        return False
    lane, index, creature = spot
    if cast and guard & INDESTRUCTIBLE:
        log.immune(owner, lane, index, creature)
        return False
    first, creature.hit = not creature.hit, True
    if first and guard & PROTECTION:
        log.absorbed(owner, lane, index, creature)
        return False
    creature.wounds += wounds
    log.wounded(owner, lane, index, creature, wounds)
    return True


def _hit_fortress(position: Position, blow: Blow, log: Log) -> None:
    """Hit the opposing fortress with an attack; Regeneration counts it as one target (R8)."""
    rival = other(blow.seat)
    foe = position.sides[rival]
    wounds = blow.wounds(foe.hp)
    if foe.pile is not None:
        wounds = pile.weaken(position, wounds) if foe.pile else 0
    if wounds < 1:
        return
    _wound(position, rival, wounds, "attack", log)
    if blow.flags & REGENERATION:
        hand.regenerate(position, blow.seat, 1, log)


def _wound(position: Position, seat: Seat, wounds: int, by: HitBy, log: Log) -> None:
    side = position.sides[seat]
    log.fortress_hit(seat, side, wounds, by)
    if side.pile is None:
        hand.wound_fortress(position, seat, wounds, log)
    else:
        pile.wound_pile(position, wounds, log)
