"""The evaluation of a position: fitted weights over `measures.py`, as the chance that the side to move wins."""

from __future__ import annotations

import json
from functools import cache
from math import exp
from typing import Final, Literal, TypeVar

from engine import data_files
from engine.bots import measures
from engine.bots.lane_memo import LaneMemo, LaneWorth, Lineup
from engine.bots.measures import MOVER, OTHER, CardValues
from engine.cards import Card
from engine.json_fields import StoredJson
from engine.position import DRAW, OVER, Lane, Position
from engine.seat import Seat, other
from engine.summon import PLAYABLE

CERTAIN: Final = 12.0
"""The logit of a match that is won; far beyond what any evaluation says."""

Fort = tuple[bool, int, int, int]
"""A fortress: is it the Fort, its HP, its place, and its side's `measures.champion_state`."""
EvaluationTerm = Literal["top", "bottom", "hand", "foe_hand", "fortress", "foe_fortress"]
"""A part of a position's worth to a seat: a lane, a hand, or a fortress with the assault that it faces."""
TERMS: Final[tuple[EvaluationTerm, ...]] = ("top", "bottom", "hand", "foe_hand", "fortress", "foe_fortress")
OTHER_TERMS: Final[tuple[EvaluationTerm, ...]] = ("top", "bottom", "foe_hand", "hand", "foe_fortress", "fortress")
"""The parts as the mover sees them, and in the same order as the other seat does."""


class Evaluation:
    """One set of weights, and the `memo` of the lanes that searches by it have met.

    `places`: what each card adds where it lies, by slug, in the order of `measures.PLACES`.

    What a lane, a hand and a fortress are worth is remembered, because searches meet the same ones again and again.
    """

    __slots__ = ("weights", "values", "places", "memo", "_lanes", "_hands", "_forts")

    def __init__(self, weights: list[float], values: CardValues, places: dict[str, list[float]]) -> None:
        if len(weights) != len(measures.NAMES):
            raise ValueError(f"{len(weights)} weights for {len(measures.NAMES)} numbers")
        self.weights = weights
        self.values = values
        self.places = places
        self.memo = LaneMemo()
        self._lanes: dict[tuple[object, ...], LaneWorth] = {}
        self._hands: dict[tuple[int, int, tuple[Card, ...]], float] = {}
        self._forts: dict[tuple[int, Fort, int, int], float] = {}

    def forget(self) -> None:
        """Clear all caches."""
        self.memo.forget()
        self._lanes.clear()
        self._hands.clear()
        self._forts.clear()

    def logit(self, position: Position) -> float:
        """Return the log odds that the player to move at the beginning of a turn wins."""
        if position.phase == OVER:
            return self._over(position)
        top, bottom, own, foe, fort, against = self._parts(position)
        return self.total(top, bottom, own, foe, fort, against)

    def _parts(self, position: Position) -> tuple[LaneWorth, LaneWorth, float, float, Fort, Fort]:
        """Return the arguments of `total` for a position."""
        mover = position.active
        own, foe = position.sides[mover], position.sides[other(mover)]
        return (
            self.lane(0, own.gift, own.lanes[0], foe.gift, foe.lanes[0]),
            self.lane(1, own.gift, own.lanes[1], foe.gift, foe.lanes[1]),
            self.hand(0, position.mana, tuple(own.hand)),
            self.hand(1, len(foe.hand) + 1, tuple(foe.hand)),
            (own.is_fort, own.hp, own.fort_at, measures.champion_state(own.champion, own.ready, own.in_play)),
            (foe.is_fort, foe.hp, foe.fort_at, measures.champion_state(foe.champion, foe.ready, foe.in_play)),
        )

    def terms(self, position: Position, seat: Seat) -> dict[EvaluationTerm, float]:
        """Return the log odds that `seat` wins, by parts, of a position in play; they leave out the constant."""
        top, bottom, own, foe, fort, against = self._parts(position)
        back, lost = top[3] + bottom[3], top[4] + bottom[4]
        out, killed = top[1] + bottom[1], top[2] + bottom[2]
        forts = (self._fort(0, fort, back, lost), self._fort(1, against, out, killed))
        worths = (top[0], bottom[0], own, foe, *forts)
        if position.active == seat:
            return dict(zip(TERMS, worths, strict=True))
        return dict(zip(OTHER_TERMS, (-worth for worth in worths), strict=True))

    def total(self, top: LaneWorth, bottom: LaneWorth, own: float, foe: float, fort: Fort, against: Fort) -> float:
        """Return the mover's log odds: the sum of both lanes, both hands, the own and the other fortress."""
        value, out, killed, back, lost = top
        value_too, out_too, killed_too, back_too, lost_too = bottom
        return (
            self.weights[0]
            + value
            + value_too
            + own
            + foe
            + self._fort(0, fort, back + back_too, lost + lost_too)
            + self._fort(1, against, out + out_too, killed + killed_too)
        )

    def _over(self, position: Position) -> float:
        if position.winner == DRAW:
            return 0.0
        return CERTAIN if position.winner == position.active else -CERTAIN

    def for_seat(self, position: Position, seat: Seat) -> float:
        """Return the log odds that `seat` wins."""
        logit = self.logit(position)
        return logit if position.active == seat else -logit

    def _dot(self, start: int, numbers: list[float]) -> float:
        weights = self.weights
        return sum(weights[start + index] * number for index, number in enumerate(numbers) if number)

    def lineups(self, own: Lineup, foe: Lineup) -> LaneWorth:
        """Return the worth of a lane with these line-ups to the mover, whose line-up is `own`."""
        found = own.worths.get(foe)
        if found is None:
            found = self.lane(own.lane_no, own.gift, own.creatures, foe.gift, foe.creatures)
            own.worths[foe] = found
            self.memo.count += 1
        return found

    def lane(self, lane_no: int, gift: int, own: Lane, foe_gift: int, foe: Lane) -> LaneWorth:
        """Return the worth of a lane to the mover; the gifts are abilities that all of a side have."""
        key = (
            lane_no,
            gift,
            foe_gift,
            tuple([one.card if one.over is None else (one.card, one.over) for one in own]),
            tuple([one.card if one.over is None else (one.card, one.over) for one in foe]),
        )
        found = self._lanes.get(key)
        if found is None:
            numbers = measures.lane_numbers(lane_no, gift, own, foe_gift, foe, self.values)
            value = self.weights[1 + numbers.pair]
            value += self._dot(MOVER + _LANES, numbers.mover) + self._dot(OTHER + _LANES, numbers.other)
            value += self._lying(own, 2 + lane_no) + self._lying(foe, _OTHER_PLACES + 2 + lane_no)
            strike, answer = numbers.strike, numbers.answer
            found = (value, strike.damage, strike.kills, answer.damage, answer.kills)
            _keep(self._lanes, key, found)
        return found

    def hand(self, role: int, mana: int, cards: tuple[Card, ...]) -> float:
        """Return the worth of a hand with this mana; `role` is 0 for the mover, 1 for the other."""
        key = (role, mana, cards)
        value = self._hands.get(key)
        if value is None:
            value = self._dot(_ROLES[role] + _HAND, measures.hand_numbers(cards, mana, self.values))
            near = role * _OTHER_PLACES
            for index, card in enumerate(cards):
                value += self._at(card, near if index < PLAYABLE else near + 1)
            _keep(self._hands, key, value)
        return value

    def _lying(self, lane: Lane, place: int) -> float:
        return sum(self._at(one.card, place) + (0.0 if one.over is None else self._at(one.over, place)) for one in lane)

    def _at(self, card: Card, place: int) -> float:
        """Return what a card adds by where it lies; a designed one adds what it has grown from adds, if anything."""
        places = self.places.get(card.origin)
        return 0.0 if places is None else places[place]

    def _fort(self, role: int, fort: Fort, damage: int, kills: int) -> float:
        key = (role, fort, damage, kills)
        value = self._forts.get(key)
        if value is None:
            is_fort, hp, fort_at, champion = fort
            value = self._dot(_ROLES[role], measures.fort_numbers(is_fort, hp, fort_at, damage, kills, champion))
            _keep(self._forts, key, value)
        return value


_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_ROLES = (MOVER, OTHER)
_HAND = len(measures.FORT)
_LANES = _HAND + len(measures.HAND)
_OTHER_PLACES: Final = len(measures.PLACES) // 2
_CACHE_SIZE: Final = 60_000


def _keep(memory: dict[_Key, _Value], key: _Key, value: _Value) -> None:
    """Remember a value; a memory that is full is emptied first."""
    if len(memory) >= _CACHE_SIZE:
        memory.clear()
    memory[key] = value


def chance(logit: float) -> float:
    """Return the probability of log odds."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, logit))))


@cache
def _data() -> StoredJson:
    text = data_files.read("weights.json")
    data: StoredJson = json.loads(text)
    return data


@cache
def card_values() -> CardValues:
    """Return the fitted values of the cards."""
    data = _data()["cards"]
    return CardValues(data["weights"], data["more"])


@cache
def pick_values() -> dict[str, float]:
    """Return the fitted values of the cards in a draft or a deck, by slug."""
    picks: dict[str, float] = _data()["cards"]["picks"]
    return picks


@cache
def evaluation(name: str) -> Evaluation:
    """Return the fitted evaluation of this name: `duel`, `solo`, or `simple` for the lower levels."""
    stored: dict[str, float] = _data()["evaluations"][name]
    places: dict[str, list[float]] = _data()["cards"]["places"] if name == "duel" else {}
    return Evaluation([stored.get(measure, 0.0) for measure in measures.NAMES], card_values(), places)
