"""Phase 2: playing cards (section 4), Symbiotes, Blood Price, and Champions (section 9)."""

from __future__ import annotations

from typing import Final

from engine import assault, hand, leave, strike
from engine.abilities import BLOOD_PRICE, MERCENARY, SYMBIOTE
from engine.actions import Action, Cast, Play, PlayChampion, casts, malformed, plays
from engine.cards import Card
from engine.errors import IllegalAction
from engine.leave import NeedsOrder
from engine.log import Log
from engine.position import ASSAULT, SUMMON, Creature, Position, Side
from engine.seat import SEATS

PLAYABLE: Final = 4
"""The number of leftmost cards that can be played (R4.1)."""


def legal(position: Position) -> list[Action]:
    """Return every legal play of the active player in the summon phase, or incantation in the assault (R4.8)."""
    seat = position.active
    side = position.sides[seat]
    found: list[Action] = []
    summons = position.phase == SUMMON
    for index, card in enumerate(side.hand[:PLAYABLE]):
        if card.cost > position.mana and not card.flags & BLOOD_PRICE:
            continue
        place = hand.place_of(side, index)
        if not card.is_creature:
            for owner in SEATS:
                for lane, creatures in enumerate(position.sides[owner].lanes):
                    found += casts(place, owner, lane, len(creatures))
        elif summons and len(side.hand) > 1:
            found += plays(place)
            if card.flags & SYMBIOTE:
                found += [Play(place, lane, onto) for lane, onto in _hosts(side)]
    if side.ready and summons:
        found += _legal_champion(position, side)
    return found


def _hosts(side: Side) -> list[tuple[int, int]]:
    return [(lane, i) for lane in (0, 1) for i, creature in enumerate(side.lanes[lane]) if creature.can_host]


def _legal_champion(position: Position, side: Side) -> list[Action]:
    card = side.champion
    if card is None or (champion_cost(position, card) > position.mana and not card.flags & BLOOD_PRICE):
        return []
    alone: list[Action] = [PlayChampion(0), PlayChampion(1)]
    return alone + [PlayChampion(lane, onto) for lane, onto in _hosts(side)] if card.flags & SYMBIOTE else alone


def champion_cost(position: Position, card: Card) -> int:
    """Return a Champion's cost: 1 less for every creature in play of the same printed cost, a pair by either card, at
    least 0 (R9.3)."""
    same = 0
    for side in position.sides.values():
        for lane in side.lanes:
            for creature in lane:
                over = creature.over
                same += creature.card.cost == card.cost or (over is not None and over.cost == card.cost)
    return max(0, card.cost - same)


def _card_to_play(position: Position, side: Side, place: int) -> tuple[int, Card]:
    """Return the card at `place` if it is among the four leftmost and can be paid (R4.1, R4.2)."""
    if place > len(side.hand):
        raise IllegalAction("no_such_card")
    index = hand.card_index(side, place)
    if index is None:
        raise IllegalAction("is_fortress")
    if index >= PLAYABLE:
        raise IllegalAction("not_leftmost")
    card = side.hand[index]
    _check_cost(position, card, card.cost)
    return index, card


def _check_cost(position: Position, card: Card, cost: int) -> None:
    if cost > position.mana and not card.flags & BLOOD_PRICE:
        raise IllegalAction("not_enough_mana", card=card.term, cost=cost, mana=position.mana)


def _check_host(side: Side, card: Card, lane: int, onto: int) -> None:
    if not card.flags & SYMBIOTE:
        raise IllegalAction("not_symbiote")
    if onto >= len(side.lanes[lane]) or not side.lanes[lane][onto].can_host:
        raise IllegalAction("not_host")


def play(position: Position, action: Play, log: Log) -> None:
    """Play a creature (R4.3, R4.6); raises IllegalAction before anything has changed."""
    if position.phase != SUMMON:
        raise IllegalAction("wrong_phase")
    seat = position.active
    side = position.sides[seat]
    index, card = _card_to_play(position, side, action.place)
    if not card.is_creature:
        raise malformed("target_needed")
    if len(side.hand) == 1:
        raise IllegalAction("last_card")
    if action.onto is not None:
        _check_host(side, card, action.lane, action.onto)
    paid = min(card.cost, position.mana)
    log.played(seat, side, card, action.place, paid, action)
    _pay(position, card.cost, log)
    position.seen |= card.bit
    hand.take(side, index)
    _place(side, card, action.lane, action.onto, champion=False)
    untap_champions(position, card, log)
    hand.check_far_right(position, seat, log)


def _pay(position: Position, cost: int, log: Log) -> None:
    """Spend mana; what is missing with Blood Price wounds the player's own fortress, one at a time (R13.2)."""
    missing = max(0, cost - position.mana)
    position.mana = max(0, position.mana - cost)
    if not missing:
        return
    seat = position.active
    log.blood_price(seat, missing)
    for _ in range(missing):
        hand.wound_fortress(position, seat, 1, log)


def _place(side: Side, card: Card, lane: int, onto: int | None, *, champion: bool) -> None:
    """Put a creature at the rear of the lane, or on its host; a pair entered play when the lower card did (I11)."""
    if onto is None:
        side.lanes[lane].append(Creature(card, new=True, champion=champion))
    else:
        host = side.lanes[lane][onto]
        host.join(card)
        host.champion = host.champion or champion


def play_champion(position: Position, action: PlayChampion, log: Log) -> None:
    """Play the ready Champion for its reduced cost (R9.2, R9.3); raises IllegalAction before anything has changed."""
    if position.phase != SUMMON:
        raise IllegalAction("wrong_phase")
    seat = position.active
    side = position.sides[seat]
    card = side.champion
    if card is None:
        raise IllegalAction("no_champion")
    if not side.ready:
        raise IllegalAction("champion_not_ready")
    cost = champion_cost(position, card)
    _check_cost(position, card, cost)
    if action.onto is not None:
        _check_host(side, card, action.lane, action.onto)
    log.played(seat, side, card, None, min(cost, position.mana), action)
    _pay(position, cost, log)
    side.ready, side.in_play = False, True
    _place(side, card, action.lane, action.onto, champion=True)
    untap_champions(position, card, log)
    hand.check_far_right(position, seat, log)


def cast(position: Position, action: Cast, log: Log) -> None:
    """Cast an incantation (R4.7); raises IllegalAction before anything has changed."""
    if position.phase != SUMMON and position.phase != ASSAULT:
        raise IllegalAction("wrong_phase")
    seat = position.active
    side = position.sides[seat]
    index, card = _card_to_play(position, side, action.place)
    if card.is_creature:
        raise malformed("target_of_creature")
    targets = position.sides[action.seat].lanes[action.lane]
    if action.target >= len(targets):
        raise IllegalAction("no_target")
    owner, lane, target = action.seat, action.lane, action.target
    log.cast(seat, card, action.place, min(card.cost, position.mana), owner, lane, target, targets[target])
    _pay(position, card.cost, log)
    position.seen |= card.bit  # still in the hand while its owner orders what it destroyed (2021)
    try:
        wounded = strike.incantation(position, seat, card, owner, lane, target, log)
    except NeedsOrder as pause:
        pause.then["cast"] = index
        raise
    assault.after_incantation(position, owner, wounded, log)
    finish_cast(position, index, log)


def finish_cast(position: Position, index: int, log: Log) -> None:
    """Finish an incantation: the card moves to the far right, or over to the opponent (R4.6, R4.7, Mercenary)."""
    seat = position.active
    side = position.sides[seat]
    card = hand.take(side, index)
    leave.deliver(position, seat, card, bool(card.flags & MERCENARY), log)
    untap_champions(position, card, log)
    hand.check_far_right(position, seat, log)


def untap_champions(position: Position, card: Card, log: Log) -> None:
    """Make Champions that are set aside ready when a card of the same printed cost is played (R9.5)."""
    for seat in SEATS:
        side = position.sides[seat]
        champion = side.champion
        if champion is not None and not side.ready and not side.in_play and champion.cost == card.cost:
            side.ready = True
            log.champion_ready(seat, champion)
