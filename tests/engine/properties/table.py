"""The table, for invariants: all cards, the fortresses, and every action that one could think of."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine.actions import LANES
from engine.match import Match
from engine.position import Position
from engine.seat import SEATS
from tools.rig.json import Json


def cards_on(position: Position) -> Counter[str]:
    """Return every card of the table, Champions apart.

    Hands, realms, pile, discard, and those in between (R5.8, 2021).
    """
    found: list[Any] = []
    for side in position.sides.values():
        found += [*side.hand, *(side.pile or []), *side.discard]
        for lane in side.lanes:
            for creature in lane:
                pair = [creature.card] if creature.over is None else [creature.over, creature.card]
                if creature.champion:
                    assert side.champion is not None
                    pair.remove(next(card for card in pair if card.key == side.champion.key))
                found += pair
    if position.pending is not None:
        found += position.pending.cards
    notations = [card.notation for card in found]
    if position.pending is not None and "revealed" in position.pending.then:
        notations.append(position.pending.then["revealed"]["card"])
    return Counter(map(json.dumps, notations))


def candidates(match: Match) -> Iterator[Json]:
    """Yield actions of every kind in every place, most of them illegal, and a few that no place has."""
    yield from ({"type": kind} for kind in ("end_summon", "attack", "attack_all", "end_turn"))
    spots = [(lane, index) for lane in LANES for index in range(_longest(match) + 1)]
    for lane in LANES:
        yield {"type": "champion", "lane": lane}
    yield from ({"type": "champion", "lane": lane, "onto": index} for lane, index in spots)
    for place in range(11):
        yield from ({"type": "play", "hand": place, "lane": lane} for lane in LANES)
        yield from ({"type": "play", "hand": place, "lane": lane, "onto": index} for lane, index in spots)
        for seat in SEATS:
            for lane, index in spots:
                yield {"type": "play", "hand": place, "target": {"player": seat, "lane": lane, "index": index}}


def _longest(match: Match) -> int:
    assert match.position is not None
    return max(len(lane) for side in match.position.sides.values() for lane in side.lanes)
