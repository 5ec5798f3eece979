"""A match in play by the rules: legal actions, and the effect of an action on a position, in place."""

from __future__ import annotations

from itertools import permutations

from engine import assault, hand, summon, turn
from engine.actions import (
    ATTACK,
    ATTACK_ALL,
    END_SUMMON,
    END_TURN,
    Action,
    AttackAll,
    Cast,
    EndSummon,
    EndTurn,
    Order,
    Play,
    PlayChampion,
    Resign,
)
from engine.cards import Card
from engine.errors import IllegalAction
from engine.hand import MatchEnded
from engine.leave import NeedsOrder
from engine.log import SILENT, Log
from engine.position import ASSAULT, ORDER, OVER, SUMMON, Pending, Position, Then
from engine.seat import Seat, other


def to_act(position: Position) -> Seat | None:
    """Return the seat that is to act, or None when the match is over."""
    if position.phase == OVER:
        return None
    return position.pending.owner if position.pending is not None else position.active


def legal_actions(position: Position) -> list[Action]:
    """Return every legal action of the player who is to act, each once; resigning, always possible, is not listed."""
    phase = position.phase
    if phase in (SUMMON, ASSAULT):
        found = summon.legal(position)
        if phase == SUMMON:
            found.append(END_SUMMON)
        elif assault.next_to_activate(position) is None:
            found.append(END_TURN)
        else:
            found += (ATTACK, ATTACK_ALL)
        return found
    if position.pending is not None:
        orders = permutations(position.pending.cards)
        return list({tuple(card.key for card in cards): Order(cards) for cards in orders}.values())
    return []


def begin(position: Position, first: Seat, log: Log = SILENT) -> None:
    """Begin the first turn (R2.7); an automaton that starts plays it at once (R10.8)."""
    try:
        turn.begin(position, first, log)
    except MatchEnded:
        pass
    except NeedsOrder as pause:
        wait_for_order(position, pause, log)


def advance(position: Position, action: Action, log: Log = SILENT) -> None:
    """Carry out an action of the player who is to act, in place, with everything that follows from it.

    Raises IllegalAction before anything has changed. Events go to `log`.
    """
    if position.phase == OVER:
        raise IllegalAction("match_over")
    try:
        _dispatch(position, action, log)
    except MatchEnded:
        pass
    except NeedsOrder as pause:
        wait_for_order(position, pause, log)


def wait_for_order(position: Position, pause: NeedsOrder, log: Log) -> None:
    then: Then = {**pause.then, "phase": position.phase}
    position.pending = Pending(pause.owner, pause.cards, then, pause.revealed)
    position.phase = ORDER
    log.order_asked(pause.owner, pause.cards)


def _dispatch(position: Position, action: Action, log: Log) -> None:
    if position.phase == ORDER and not isinstance(action, Order | Resign):
        raise IllegalAction("order_first")
    if isinstance(action, Play):
        summon.play(position, action, log)
    elif isinstance(action, EndSummon):
        _end_summon(position, log)
    elif isinstance(action, Cast):
        summon.cast(position, action, log)
    elif isinstance(action, PlayChampion):
        summon.play_champion(position, action, log)
    elif isinstance(action, Order):
        _order(position, action.cards, log)
    elif isinstance(action, Resign):
        _resign(position, action.seat, log)
    else:
        _assault(position, action, log)


def _resign(position: Position, seat: Seat, log: Log) -> None:
    """Let a human player give up, in any phase (R7.1)."""
    if position.sides[seat].pile is not None:
        raise IllegalAction("cannot_resign")
    raise hand.end(position, other(seat), "resignation", log)


def _end_summon(position: Position, log: Log) -> None:
    """Begin phase 3: in 2021 it waits for the active player (R4.8), in 2022 it is played to the end of the turn."""
    if position.phase != SUMMON:
        raise IllegalAction("wrong_phase")
    log.assault_began(position.active)
    position.phase = ASSAULT
    if not position.edition.assault_pauses:
        assault.activate_all(position, log)
        turn.end(position, log)


def _assault(position: Position, action: Action, log: Log) -> None:
    """Carry out the active player's steps through a 2021 assault (R4.8, R5.1)."""
    if not position.edition.assault_pauses:
        raise IllegalAction("wrong_edition")
    if position.phase != ASSAULT:
        raise IllegalAction("wrong_phase")
    spot = assault.next_to_activate(position)
    if isinstance(action, EndTurn):
        if spot is not None:
            raise IllegalAction("still_to_activate")
        turn.end(position, log)
    elif spot is None:
        raise IllegalAction("nothing_to_activate")
    elif isinstance(action, AttackAll):
        assault.activate_all(position, log)
    else:
        assault.activate(position, spot, log)


def _order(position: Position, cards: tuple[Card, ...], log: Log) -> None:
    """Return the cards in their owner's order, and continue with what was interrupted (R5.8, 2021)."""
    pending = position.pending
    if pending is None:
        raise IllegalAction("wrong_phase")
    returning = _as_ordered(pending.cards, cards)
    position.pending = None
    then = pending.then
    position.phase = then["phase"]
    for card in returning:
        hand.add(position.sides[pending.owner], card, pending.owner, log)
    if "cast" in then:
        summon.finish_cast(position, then["cast"], log)
    elif "automaton" in then:
        turn.resume_automaton(position, pending, log)
    else:
        assault.resume(position, then, log)


def _as_ordered(waiting: tuple[Card, ...], named: tuple[Card, ...]) -> list[Card]:
    """Return the waiting cards in the order in which an action names them; raises IllegalAction if it names others."""
    left, ordered = list(waiting), list[Card]()
    for face in named:
        card = next((card for card in left if card.key == face.key), None)
        if card is None:
            raise IllegalAction("bad_order")
        left.remove(card)
        ordered.append(card)
    if left:
        raise IllegalAction("bad_order")
    return ordered
