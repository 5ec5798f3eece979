"""States of matches that continue by chance, and the same with other hidden cards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.cards import physical
from engine.match import Match, Options
from engine.seat import Seat


def played(seed: int, **options: Any) -> Iterator[Match]:
    """Yield every state in play of a match that is played on by chance, for at most 60 actions."""
    chance = random.Random(seed)
    match = Match.new(Options(seed=seed, **options))
    for _ in range(60):
        if match.position is not None:
            yield match
        if match.status == "over":
            return
        seat = chance.choice(match.to_act)
        match, _events = match.apply(seat, chance.choice(match.legal_actions(seat)))


def permuted(match: Match, seat: Seat, chance: random.Random) -> Match:
    """Return the same match with the cards of a hand that nobody else knows in another order."""
    assert match.position is not None
    position = match.position.clone()
    side = position.sides[seat]
    hidden = [card for card in side.hand if not position.seen & card.bit]
    faces = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
    side.hand = [physical(faces[card], card.bit.bit_length() - 1) if card in faces else card for card in side.hand]
    return replace(match, position=position)
