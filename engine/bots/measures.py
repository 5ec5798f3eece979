"""The measures of an evaluation: the numbers of a position at the beginning of a turn that have a fitted weight.

Every number belongs to one of two roles, the side that is to move and the other one, because being on the move changes
the worth of everything. They come in three independent parts, the fortress, the hand and each lane, so that
`evaluation.py` can remember the worth of each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.abilities import AERIAL, BERSERK, DEFENDER, TABLE, VULNERABILITY
from engine.cards import Card
from engine.position import Lane, Position
from engine.seat import other
from engine.summon import PLAYABLE

FORT = (
    *(f"bastion_{hp}" for hp in range(1, 10)),
    *(f"fort_{hp}" for hp in range(1, 10)),
    *(f"bastion_left_{left}" for left in range(-2, 4)),
    *(f"fort_left_{left}" for left in range(-2, 4)),
    *(f"free_{plays}" for plays in range(1, 5)),
    "hp",
    "struck",
    "champion_ready",
    "champion_aside",
)
"""The fortress: its HP, the HP left after the coming assault, plays that cost none; the Champion."""
HAND = ("hand", "payable", "near_value", "far_value", "near_incantations", "waste", "spend", "unspent")
LANE = ("held", "kills", "killed_worth")
BODY = ("count", "value", "attack", "health", "front", "front_health", "rear_attack", "lowest", "attack_health")
PLAIN = tuple(ability.slug for ability in TABLE)
BY_ATTACK = ("aerial", "berserk", "perforation", "splash", "aquatic", "sprint", "sharpening", "instinct", "protection")
CREATURE = (*BODY, *PLAIN, *(f"{slug}_attack" for slug in BY_ATTACK))
LANES = (*LANE, *CREATURE)
ROLE = (*FORT, *HAND, *LANES)
PAIRS = tuple(f"facing_{own}_{foe}" for own in range(4) for foe in range(4))
"""The numbers of creatures that face each other in a lane (3: or more), the mover's first."""
NAMES: tuple[str, ...] = ("bias", *PAIRS, *(f"mover_{name}" for name in ROLE), *(f"other_{name}" for name in ROLE))
MOVER, OTHER = 1 + len(PAIRS), 1 + len(PAIRS) + len(ROLE)
"""The index at which each role's numbers begin."""

PLACES = tuple(f"{role}_{place}" for role in ("mover", "other") for place in ("near", "far", "top", "bottom"))
"""The places of a card, in the hand within reach or beyond, or in a lane: each card has a weight for each."""

_FLAGS = tuple(ability.flag for ability in TABLE)
_BY_ATTACK_FLAGS = tuple(ability.flag for slug in BY_ATTACK for ability in TABLE if ability.slug == slug)
_FREE_X: Final = 4
"""The assumed wounds of Vulnerability at a fortress."""


def creature_numbers(flags: int, attack: int, health: int, front: bool, value: float) -> list[float]:
    """Return CREATURE of one creature with these abilities, at the bridge or behind; `value` is that of its cards."""
    strength = 3 if flags & VULNERABILITY else attack
    body = [
        1.0,
        value,
        float(strength),
        float(health),
        float(front),
        float(health) if front else 0.0,
        0.0 if front else float(strength),
        float(health == 1),
        strength * health / 4,
    ]
    plain = [float(bool(flags & flag)) for flag in _FLAGS]
    return body + plain + [float(strength) if flags & flag else 0.0 for flag in _BY_ATTACK_FLAGS]


class RoughFight(NamedTuple):
    """An estimate of an assault in a lane: wounds to the fortress, creatures destroyed, the sum of their costs."""

    damage: int
    kills: int
    worth: int


def fight(lane_no: int, lane: Lane, flags: list[int], foes: Lane, gone: int = 0) -> RoughFight:
    """Estimate the assault of a lane's creatures with these abilities, the first `gone` left out, on their foes.

    Splash, Sprint, Instinct, Protection and Regeneration are left out.
    """
    damage = kills = worth = at = 0
    count = len(foes)
    left = foes[0].health if foes else 0
    for index in range(len(lane) - 1, gone - 1, -1):
        attack, able = lane[index].attack, flags[index]
        free = 0 if able & DEFENDER else _FREE_X if able & VULNERABILITY else attack
        again = True
        while again:
            again = False
            if at >= count or (lane_no == 0 and able & AERIAL):
                damage += free
                continue
            left -= left - 1 if able & VULNERABILITY else attack
            if left <= 0:
                kills += 1
                worth += foes[at].card.cost
                at += 1
                left = foes[at].health if at < count else 0
                again = bool(able & BERSERK) and attack > 0
    return RoughFight(damage, kills, worth)


def lane_flags(lane: Lane, gift: int) -> list[int]:
    """Return the abilities of a lane's creatures at this moment; `gift` are those that all of a side have."""
    flags = [creature.flags | gift for creature in lane]
    if len(lane) > 1:
        for index, creature in enumerate(lane):
            if creature.auras:
                if index:
                    flags[index - 1] |= creature.auras
                if index + 1 < len(lane):
                    flags[index + 1] |= creature.auras
    return flags


class LaneNumbers(NamedTuple):
    """One lane: its place in PAIRS, LANES of mover and other, the mover's assault, and the assault that answers it."""

    pair: int
    mover: list[float]
    other: list[float]
    strike: RoughFight
    answer: RoughFight


def lane_numbers(lane_no: int, gift: int, own: Lane, foe_gift: int, foe: Lane, values: CardValues) -> LaneNumbers:
    """Return a lane before the coming assault of the mover; the gifts are abilities that all of a side have."""
    flags, foe_flags = lane_flags(own, gift), lane_flags(foe, foe_gift)
    strike = fight(lane_no, own, flags, foe)
    answer = fight(lane_no, foe, foe_flags, own, strike.kills)
    mover = [float(bool(own)), float(strike.kills), float(strike.worth), *_creatures(own, flags, values)]
    other = [float(bool(foe)), float(answer.kills), float(answer.worth), *_creatures(foe, foe_flags, values)]
    pair = 4 * min(3, len(own)) + min(3, len(foe))
    return LaneNumbers(pair, mover, other, strike, answer)


def _creatures(lane: Lane, flags: list[int], values: CardValues) -> list[float]:
    total = [0.0] * len(CREATURE)
    for index, creature in enumerate(lane):
        value = values.of(creature.card) + (values.of(creature.over) if creature.over is not None else 0.0)
        one = creature_numbers(flags[index], creature.attack, creature.health, index == 0, value)
        total = [old + new for old, new in zip(total, one, strict=True)]
    return total


def fort_numbers(is_fort: bool, hp: int, fort_at: int, damage: int, kills: int, champion: int) -> list[float]:
    """Return FORT of one side: `damage` and `kills` are of the next assault on it, and killed cards are HP again.

    `champion`: 1 ready, 2 set aside, else 0.
    """
    left = max(-2, min(4, hp + kills - damage)) if damage else 4
    shown = [float(not is_fort and min(hp, 9) == number) for number in range(1, 10)]
    shown += [float(is_fort and min(hp, 9) == number) for number in range(1, 10)]
    shown += [float(not is_fort and left == number) for number in range(-2, 4)]
    shown += [float(is_fort and left == number) for number in range(-2, 4)]
    shown += [float(min(fort_at, 4) == number) for number in range(1, 5)]
    return [*shown, float(hp), float(min(damage, 9)), float(champion == 1), float(champion == 2)]


def champion_state(champion: Card | None, ready: bool, in_play: bool) -> int:
    """Return 1 for a side's Champion that is ready, 2 for one that is set aside, else 0."""
    if champion is None or in_play:
        return 0
    return 1 if ready else 2


def hand_numbers(cards: Sequence[Card], mana: int, values: CardValues) -> list[float]:
    """Return HAND of one side with this mana in its next or present turn."""
    near = far = 0.0
    incantations = payable = 0
    sums = {0}
    for index, card in enumerate(cards):
        if index < PLAYABLE:
            near += values.of(card)
            payable += card.cost <= mana
            incantations += not card.is_creature
            sums |= {paid + card.cost for paid in sums if paid + card.cost <= mana}
        else:
            far += values.of(card)
    spend = max(sums)
    return [
        float(len(cards)),
        float(payable),
        near,
        far,
        float(incantations),
        float(max(0, mana - 9)),
        float(spend),
        float(min(6, mana - spend)),
    ]


def placed(position: Position) -> Iterator[tuple[Card, int]]:
    """Yield each card in hands and lanes, with its number in PLACES."""
    mover = position.active
    for role, side in enumerate((position.sides[mover], position.sides[other(mover)])):
        begin = role * (len(PLACES) // 2)
        yield from ((card, begin + int(index >= PLAYABLE)) for index, card in enumerate(side.hand))
        for lane_no, lane in enumerate(side.lanes):
            yield from (
                (card, begin + 2 + lane_no) for one in lane for card in (one.card, one.over) if card is not None
            )


CARD = ("incantation", "cost", "attack", "health", "auras", *PLAIN)
"""The printed numbers and abilities of a card that count for its value."""


def card_numbers(card: Card) -> list[float]:
    """Return CARD of a card."""
    strength = 3 if card.variable else card.attack
    body = [float(not card.is_creature), card.cost / 4, strength / 4, card.health / 4, float(card.auras.bit_count())]
    return body + [float(bool(card.flags & flag)) for flag in _FLAGS]


class CardValues:
    """The worth of a card in a hand to its player, in log odds: by what is printed on it, corrected for each card."""

    __slots__ = ("_by_key", "_more", "_weights")

    def __init__(self, weights: dict[str, float], more: dict[str, float]) -> None:
        self._weights = [weights.get(name, 0.0) for name in CARD]
        self._more = more
        self._by_key: dict[object, float] = {}

    def of(self, card: Card) -> float:
        """Return the value of a card."""
        value = self._by_key.get(card.key)
        if value is None:
            pairs = zip(self._weights, card_numbers(card), strict=True)
            value = sum(weight * number for weight, number in pairs) + self._more.get(card.origin, 0.0)
            self._by_key[card.key] = value
        return value
