"""The automaton's pile, which is its fortress' HP (R10.1, R10.5, R10.6), and weakened attacks on it (R10.8)."""

from __future__ import annotations

import random

from engine import hand
from engine.identity import bits_of
from engine.log import Log
from engine.position import Position, Solo
from engine.seat import ALONE, AUTOMATON


def _solo(position: Position) -> Solo:
    assert position.solo is not None
    return position.solo


def weaken(position: Position, wounds: int) -> int:
    """Return the wounds of an attack on the pile under R10.8's weakened attacks, which differ by edition (R13.8)."""
    if not _solo(position).weakened:
        return wounds
    return wounds - 1 if position.edition.weakened_by_one else min(wounds, 1)


def wound_pile(position: Position, wounds: int, log: Log) -> None:
    """Discard as many cards from the top of the pile as there are wounds (R10.5)."""
    side = position.sides[AUTOMATON]
    assert side.pile is not None
    lost = side.pile[:wounds]
    del side.pile[:wounds]
    side.discard += lost
    position.seen |= bits_of(lost)
    log.pile_hit(wounds, lost, len(side.pile))
    check_empty(position, log)


def check_empty(position: Position, log: Log) -> None:
    """Rebuild a pile that is empty under the Bastion (R10.5); end the game under the Fort (R10.6)."""
    side = position.sides[AUTOMATON]
    if side.pile:
        return
    if not side.is_fort:
        side.is_fort = True
        log.bastion_fell(AUTOMATON)
        _reshuffle(position, log)
    if not side.pile:
        _gone_under_fort(position, log)


def _reshuffle(position: Position, log: Log) -> None:
    """Shuffle the discard into a new pile, as the notation prescribes, so that it replays alike on every machine.

    The places of its cards are unknown now (R2.5a), unless it is a single one.
    """
    side, solo = position.sides[AUTOMATON], _solo(position)
    if not side.discard:
        return
    cards, side.discard = side.discard, []
    random.Random(f"{solo.seed}/{solo.shuffles}").shuffle(cards)
    solo.shuffles += 1
    if len(cards) > 1:
        position.seen &= ~bits_of(cards)
    side.pile = cards
    log.pile_reshuffled(len(cards))


def _gone_under_fort(position: Position, log: Log) -> None:
    if not position.edition.last_turn:
        log.fort_fell(AUTOMATON)
        raise hand.end(position, ALONE, "pile", log)
    solo = _solo(position)
    if not solo.last_turn:
        solo.last_turn = True
        log.last_turn()
