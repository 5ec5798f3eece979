"""One play at a time: the player with taste but no plan, and the one who takes what looks best at once."""

from __future__ import annotations

import random
from collections.abc import Callable

from engine.actions import Action
from engine.bots import turns
from engine.bots.evaluation import Evaluation
from engine.bots.search import SearchBudget
from engine.bots.tables import Table
from engine.position import SUMMON, Position
from engine.seat import Seat, other


def static(position: Position, seat: Seat, evaluation: Evaluation) -> float:
    """Return what the table is worth to `seat` if its turn stopped here without an assault (log odds)."""
    if position.phase != SUMMON or position.active != seat:
        return evaluation.for_seat(position, seat)
    now = position.clone()
    now.active, now.mana = other(seat), len(now.sides[other(seat)].hand) + 1
    return evaluation.for_seat(now, seat)


def ahead(position: Position, seat: Seat, evaluation: Evaluation) -> float:
    """Return what the table comes to for `seat` if its turn stopped here with the assault (log odds)."""
    if position.phase == SUMMON and position.active == seat:
        position = turns.ended(position)
    return evaluation.for_seat(position, seat)


Worth = Callable[[Position, Seat, Evaluation], float]


def plays(
    position: Position, evaluation: Evaluation, budget: SearchBudget, rng: random.Random, noise: float, worth_of: Worth
) -> list[Action]:
    """Play whatever improves the table most, until nothing does.

    `worth_of` is `static` or `ahead`; `noise` spreads what a table is thought to be worth.
    """
    seat = position.active
    table = turns.root(position)
    worth = _noisy(worth_of(position, seat, evaluation), rng, noise)
    while table.playable and not table.cut and budget.left:
        best: Table | None = None
        for child in turns.expand(table, set()):
            budget.spent += 1
            value = _noisy(worth_of(child.position, seat, evaluation), rng, noise)
            if value > worth:
                best, worth = child, value
        if best is None:
            break
        table = best
    return table.actions()


def _noisy(value: float, rng: random.Random, noise: float) -> float:
    return value + rng.gauss(0, noise) if noise else value
