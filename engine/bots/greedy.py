"""One play at a time: each the one that improves the position most, or whatever lies leftmost."""

from __future__ import annotations

import random
from collections.abc import Callable

from engine.actions import Action, Cast, Play
from engine.bots import turns
from engine.bots.evaluation import Evaluation
from engine.bots.nodes import PlayNode
from engine.bots.search import SearchBudget
from engine.position import SUMMON, Position
from engine.seat import Seat, other


def static(position: Position, seat: Seat, evaluation: Evaluation) -> float:
    """Return the worth to `seat` if its turn stopped here without an assault (log odds)."""
    if position.phase != SUMMON or position.active != seat:
        return evaluation.for_seat(position, seat)
    now = position.clone()
    now.active, now.mana = other(seat), len(now.sides[other(seat)].hand) + 1
    return evaluation.for_seat(now, seat)


def ahead(position: Position, seat: Seat, evaluation: Evaluation) -> float:
    """Return the worth to `seat` if its turn stopped here with the assault (log odds)."""
    if position.phase == SUMMON and position.active == seat:
        position = turns.ended(position, evaluation)
    return evaluation.for_seat(position, seat)


Worth = Callable[[Position, Seat, Evaluation], float]


def plays(
    position: Position, evaluation: Evaluation, budget: SearchBudget, rng: random.Random, noise: float, worth_of: Worth
) -> list[Action]:
    """Return the plays that improve the position most, one by one, until none does.

    `worth_of` is `static` or `ahead`; `noise` is the spread of errors added to each worth.
    """
    seat = position.active
    node = turns.root(position, evaluation)
    worth = _noisy(worth_of(position, seat, evaluation), rng, noise)
    while node.playable and not node.cut and budget.left:
        best: PlayNode | None = None
        for child in turns.expand(node, set()):
            budget.spent += 1
            value = _noisy(worth_of(child.position, seat, evaluation), rng, noise)
            if value > worth:
                best, worth = child, value
        if best is None:
            break
        node = best
    return node.actions()


def leftmost(position: Position, evaluation: Evaluation, rng: random.Random, forgets: float) -> list[Action]:
    """Return plays of the leftmost card of the hand that can be played, each where chance puts it, while there is
    one; before each, `forgets` is the chance that the turn ends instead."""
    node = turns.root(position, evaluation)
    while node.playable and not node.cut and rng.random() >= forgets:
        found = [
            (child.action.place, child) for child in turns.expand(node, set()) if isinstance(child.action, Play | Cast)
        ]
        if not found:
            break
        first = min(place for place, _ in found)
        node = rng.choice([child for place, child in found if place == first])
    return node.actions()


def _noisy(value: float, rng: random.Random, noise: float) -> float:
    return value + rng.gauss(0, noise) if noise else value
