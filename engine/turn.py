"""The turn: phase 1, the end of the turn, and what follows the player's turn in solo (section 3, R7.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine import automaton, hand, realm
from engine.abilities import CATALYST, CATALYST_MANA
from engine.leave import NeedsOrder
from engine.log import Log
from engine.position import DRAW, SUMMON, Pending, Position
from engine.seat import AUTOMATON, Seat, other

FIRST_MANA: Final = 6
"""The mana of the very first turn of the match (R3.1)."""
LAST_TURN: Final = 200
"""The turn instead of which the match ends in a draw (R7.2)."""


def begin(position: Position, seat: Seat, log: Log) -> None:
    """Begin the turn of `seat` with its mana (R3.1).

    The automaton's turn is played to its end, and the player's begins.
    """
    if position.turn + 1 >= LAST_TURN:
        raise hand.end(position, DRAW, "turn_limit", log)
    position.turn += 1
    position.active = seat
    position.phase = SUMMON
    log.turn_began(seat, position.turn)
    side = position.sides[seat]
    if side.pile is not None:
        position.mana = 0
        _automaton(position, lambda: automaton.take_turn(position, log), log)
        return
    catalysts = CATALYST_MANA * realm.count_with(side, CATALYST)
    position.mana = FIRST_MANA if position.turn == 1 else len(side.hand) + 1 + catalysts
    log.mana(seat, position.mana)


def resume_automaton(position: Position, pending: Pending, log: Log) -> None:
    """Play the rest of the automaton's turn after the player ordered cards in it (2021)."""
    _automaton(position, lambda: automaton.resume(position, pending, log), log)


def _automaton(position: Position, part: Callable[[], None], log: Log) -> None:
    try:
        part()
    except NeedsOrder as pause:
        pause.then["automaton"] = True
        raise
    end(position, log)


def end(position: Position, log: Log) -> None:
    """End the turn: mana is lost, wounds heal, marks of the turn are cleared (R3.2, R8.2), and the other turn
    begins."""
    seat = position.active
    position.mana = 0
    for side in position.sides.values():
        for lane in side.lanes:
            for creature in lane:
                creature.wounds = creature.sprint = 0
                creature.new = creature.done = creature.hit = False
    log.turn_ended(seat)
    if seat == AUTOMATON and position.solo is not None and position.solo.last_turn:
        raise hand.end(position, other(seat), "pile", log)
    begin(position, other(seat), log)
