"""The rest of a turn without playing it twice: what an assault does in a lane is remembered.

An assault goes through the top lane, then through the bottom lane (R5.1), and what happens in a lane depends on that
lane alone, but for Splash and for Vulnerability at a fortress. So each pair of rows is played once, by the engine
itself and with events, and what came of it is kept: the rows after it, and what reached the hands and fortresses in
which order. Positions that this makes share creatures, so that they must be cloned before anything is played in them.
"""

from __future__ import annotations

from engine import assault, hand, turn
from engine.abilities import INSTINCT, RAGE, SPLASH, VULNERABILITY
from engine.cards import Card
from engine.editions import BY_NAME
from engine.events import Event
from engine.hand import MatchEnded
from engine.position import ASSAULT, SUMMON, Creature, Lane, Position, Side
from engine.seat import Seat, other

_DUMMIES = 200
_MOST = 60_000
_WOUND, _HEAL, _RETURN, _ASIDE = range(4)
Effect = tuple[int, bool, int, Card | None]
"""What reached a side: a kind, whether it is the other side than the attacker's, how much, and which card."""


class _Fight:
    """What an assault does in one lane: the rows after it, healed, and the effects outside the lane."""

    __slots__ = ("rows", "effects")

    def __init__(self, rows: tuple[Lane, Lane], effects: list[Effect]) -> None:
        self.rows = rows
        self.effects = effects


_FIGHTS: dict[tuple[object, ...], _Fight | None] = {}


def finished(position: Position) -> Position | None:
    """Return the position at the beginning of the opponent's turn, if nothing more is played in this one.

    In 2021 cards destroyed together return as they would be listed. None where the engine itself must play it: against
    the automaton, with Splash or Vulnerability.
    """
    if position.phase != SUMMON or position.solo is not None:
        return None
    seat = position.active
    own, foe = position.sides[seat], position.sides[other(seat)]
    fights = (_fight(position, seat, 0, own, foe), _fight(position, seat, 1, own, foe))
    top, bottom = fights
    if top is None or bottom is None:
        return None
    after = _bare(position)
    ours, theirs = after.sides[seat], after.sides[other(seat)]
    ours.lanes = (top.rows[0][:], bottom.rows[0][:])
    theirs.lanes = (top.rows[1][:], bottom.rows[1][:])
    try:
        _take(after, seat, top.effects)
        _take(after, seat, bottom.effects)
        after.mana = 0
        turn.begin(after, other(seat), None)
    except MatchEnded:
        pass
    return after


def _fight(position: Position, seat: Seat, lane_no: int, own: Side, foe: Side) -> _Fight | None:
    row, facing = own.lanes[lane_no], foe.lanes[lane_no]
    key = (lane_no, tuple([_kind(one, own) for one in row]), tuple([_kind(one, foe) for one in facing]))
    try:
        return _FIGHTS[key]
    except KeyError:
        pass
    if len(_FIGHTS) > _MOST:
        _FIGHTS.clear()
    fight = None
    if not _reaches_out(row, facing):
        fight = _fought(position, seat, lane_no)
    _FIGHTS[key] = fight
    return fight


def _reaches_out(row: Lane, facing: Lane) -> bool:
    """Return whether an attack in the lane may depend on more than the lane: Splash, or Vulnerability at a fortress.

    The attacked attack only by Instinct; of the attackers a creature that has just been played does by Rage.
    """
    attackers = struck = 0
    for one in row:
        attackers |= one.flags | one.auras
    for one in facing:
        struck |= one.flags | one.auras
    if struck & INSTINCT and struck & (SPLASH | VULNERABILITY):
        return True
    if not attackers & (SPLASH | VULNERABILITY):
        return False
    return bool(attackers & RAGE) or not all(one.new for one in row)


def _kind(creature: Creature, side: Side) -> object:
    """Everything about a creature in the summon phase that its assault can depend on."""
    if creature.over is None and not creature.champion and not creature.hit and not creature.wounds:
        return (creature.card, 1) if creature.new else creature.card
    champion = side.champion if creature.champion else None
    return (creature.card, creature.over, creature.new, creature.hit, creature.wounds, champion)


def _fought(position: Position, seat: Seat, lane_no: int) -> _Fight:
    """Play the assault of one lane between fortresses that cannot fall."""
    now = position.clone()
    now.edition = BY_NAME["2022"]  # the editions' assaults differ in the order of returning cards alone
    dummy = Card(None, "dummy", "incantation", 0, 0, 0, ())
    for side in now.sides.values():
        side.lanes[1 - lane_no].clear()
        side.hand = [dummy] * (2 * _DUMMIES)
        side.fort_at, side.is_fort = _DUMMIES, False
    now.phase = ASSAULT
    log: list[Event] = []
    assault.activate_all(now, log)
    returned = {whose: iter(side.hand[2 * _DUMMIES :]) for whose, side in now.sides.items()}
    effects: list[Effect] = []
    for event in log:
        if event["type"] in ("fortress_hit", "regeneration", "returned", "aside"):
            whose = event["player"]
            across = whose != seat
            if event["type"] == "fortress_hit":
                effects.append((_WOUND, across, event["amount"], None))
            elif event["type"] == "regeneration":
                effects.append((_HEAL, across, event["steps"], None))
            elif event["type"] == "returned":
                effects.append((_RETURN, across, 0, next(returned[whose])))
            else:
                effects.append((_ASIDE, across, 0, None))
    rows = (now.sides[seat].lanes[lane_no], now.sides[other(seat)].lanes[lane_no])
    for creature in (*rows[0], *rows[1]):
        creature.wounds = creature.sprint = 0
        creature.new = creature.done = creature.hit = False
    return _Fight(rows, effects)


def _take(position: Position, seat: Seat, effects: list[Effect]) -> None:
    """Do to hands and fortresses what came out of a lane; raises Ended when a Fort falls."""
    for kind, across, amount, card in effects:
        whose = other(seat) if across else seat
        if kind == _WOUND:
            hand.wound_fortress(position, whose, amount, None)
        elif kind == _RETURN:
            assert card is not None
            hand.add(position.sides[whose], card, whose, None)
        elif kind == _HEAL:
            hand.regenerate(position, whose, amount, None)
        else:
            side = position.sides[whose]
            side.in_play = side.ready = False


def _bare(position: Position) -> Position:
    """Return a copy whose lanes are still those of the original."""
    copy = Position.__new__(Position)
    copy.edition, copy.turn, copy.active, copy.phase = position.edition, position.turn, position.active, position.phase
    copy.mana, copy.winner, copy.reason, copy.pending = (
        position.mana,
        position.winner,
        position.reason,
        position.pending,
    )
    copy.sides = {"A": bare_side(position.sides["A"]), "B": bare_side(position.sides["B"])}
    copy.solo, copy.seen = position.solo, position.seen
    return copy


def bare_side(side: Side) -> Side:
    """Return a copy with a hand of its own, whose lanes are still those of the original."""
    copy = Side.__new__(Side)
    copy.hand, copy.fort_at, copy.is_fort = side.hand[:], side.fort_at, side.is_fort
    copy.lanes, copy.champion, copy.ready, copy.in_play = side.lanes, side.champion, side.ready, side.in_play
    copy.pile, copy.discard, copy.gift = side.pile, side.discard, side.gift
    return copy


def put(position: Position, index: int, lane_no: int, fort_at: int) -> Position:
    """Return the position after the creature at `index` of the active player's hand was played into a lane and paid in
    full.

    Only where nothing else happens (`turns.py` knows). All creatures but that one, and the other side, are shared.
    """
    seat = position.active
    own = bare_side(position.sides[seat])
    card = own.hand.pop(index)
    own.fort_at = fort_at
    top, bottom = own.lanes
    fresh = Creature(card, new=True)
    own.lanes = ([*top, fresh], bottom) if lane_no == 0 else (top, [*bottom, fresh])
    copy = Position.__new__(Position)
    copy.edition, copy.turn, copy.active, copy.phase = position.edition, position.turn, seat, position.phase
    copy.winner, copy.reason, copy.pending, copy.solo = (
        position.winner,
        position.reason,
        position.pending,
        position.solo,
    )
    copy.mana, copy.seen = position.mana - card.cost, position.seen | card.bit
    foe = position.sides[other(seat)]
    copy.sides = {"A": own, "B": foe} if seat == "A" else {"A": foe, "B": own}
    return copy
