"""The automaton's turn: it reveals cards into the lanes until its mana is reached, then attacks (R10.2-R10.4)."""

from __future__ import annotations

from engine import assault, leave, pile, realm, strike, summon
from engine.abilities import CATALYST, CATALYST_MANA, MERCENARY
from engine.actions import LANE_OF, LANES, plays
from engine.cards import Card
from engine.leave import NeedsOrder, Spot
from engine.log import Log
from engine.position import ASSAULT, Creature, Pending, Position
from engine.seat import ALONE, AUTOMATON


def mana(fixed: int, per_creature: int, creatures: int, catalysts: int) -> int:
    """Return the automaton's mana (R10.2, R10.8): for the player's `creatures`, and its own `catalysts`."""
    return fixed + per_creature * creatures + CATALYST_MANA * catalysts


def take_turn(position: Position, log: Log) -> None:
    """Play the automaton's summon and assault."""
    solo = position.solo
    assert solo is not None
    catalysts = realm.count_with(position.sides[AUTOMATON], CATALYST)
    total = mana(solo.fixed, solo.per_creature, realm.count(position.sides[ALONE]), catalysts)
    log.mana(AUTOMATON, total)
    _summon(position, 0, total, 0, False, log)


def resume(position: Position, pending: Pending, log: Log) -> None:
    """Continue with the automaton's turn after the player ordered cards (2021)."""
    card = pending.revealed
    if card is None:
        assault.resume(position, pending.then, log)
        return
    revealed = pending.then["revealed"]
    _after_incantation(position, card, [], log)
    pile.check_empty(position, log)
    _summon(position, 1 - LANE_OF[revealed["lane"]], revealed["mana"], revealed["spent"], True, log)


def _summon(position: Position, lane: int, mana: int, spent: int, played: bool, log: Log) -> None:
    """Reveal until the printed costs played reach the mana, at least one card (R10.3); then the assault."""
    side = position.sides[AUTOMATON]
    while side.pile and (spent < mana or not played):
        card = side.pile.pop(0)
        position.seen |= card.bit
        counts = card.is_creature or bool(position.sides[ALONE].lanes[lane])
        played = played or counts
        spent += card.cost if counts else 0
        log.revealed(card, lane, spent, mana)
        try:
            _resolve(position, card, lane, log)
        except NeedsOrder as pause:
            pause.revealed = card
            pause.then["revealed"] = {"card": card.notation, "lane": LANES[lane], "mana": mana, "spent": spent}
            raise
        pile.check_empty(position, log)
        lane = 1 - lane
    position.phase = ASSAULT
    log.assault_began(AUTOMATON)
    assault.activate_all(position, log)


def _resolve(position: Position, card: Card, lane: int, log: Log) -> None:
    """Put a creature at the rear, or hit the creature at the bridge with an incantation, which fizzles without one
    (I12)."""
    side = position.sides[AUTOMATON]
    creatures = side.lanes[lane]
    targets = position.sides[ALONE].lanes[lane]
    if card.is_creature:
        log.played(AUTOMATON, side, card, None, 0, plays(0)[lane])
        creatures.append(Creature(card, new=True))
        summon.untap_champions(position, card, log)
    elif targets:
        log.cast(AUTOMATON, card, None, 0, ALONE, lane, 0, targets[0])
        wounded = strike.incantation(position, AUTOMATON, card, ALONE, lane, 0, log)
        _after_incantation(position, card, wounded, log)
    else:
        log.fizzled(card, lane)
        leave.deliver(position, AUTOMATON, card, False, log)


def _after_incantation(position: Position, card: Card, wounded: list[Spot], log: Log) -> None:
    """Let those with Vanish move; then the card goes to the discard, a Mercenary one to the player's hand (R13.6)."""
    assault.after_incantation(position, ALONE, wounded, log)
    leave.deliver(position, AUTOMATON, card, bool(card.flags & MERCENARY), log)
    summon.untap_champions(position, card, log)
