"""A costly turn tried again: whether another one is as good as the expert's, and whether that can be known at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from engine.actions import Action
from engine.bots.advice import Advice, advice_of
from engine.bots.brain import Brain
from engine.bots.levels import Level, level_of
from engine.bots.review import LEVEL, USUAL, Effort, Review, compared, middle
from engine.bots.search import SearchBudget
from engine.knowledge import Knowledge

NOISE: Final = 0.03
"""The loss below which a turn is as good as the expert's: the evaluation knows no better."""
CHECKED: Final = 4
"""The usual search, this many times as wide, must come to the same verdict before a turn is offered."""


def trial(
    knowledge: Knowledge, tried: Sequence[Action], advice: Advice, *, seed: str, effort: Effort = USUAL
) -> Review | None:
    """Compare a try with the expert's turn, which had the same `seed`; None where it does not end the turn.

    A yes takes three looks as a no does, and two of them must agree.
    """
    return compared(knowledge, tried, advice, seed=seed, careful=0.0, effort=effort, counts=middle)


def passes(review: Review) -> bool:
    """True if the turn is as good as the expert's."""
    return review.loss < NOISE


def is_clear(
    knowledge: Knowledge,
    played: Sequence[Action],
    advice: Advice,
    *,
    seed: str,
    enough: Callable[[], bool] | None = None,
) -> bool:
    """True if a wider search, in other worlds than the advice's, also finds nothing that is better than the
    expert's turn, and the played one worse."""
    best = widely_advised(knowledge, seed, enough)
    effort = USUAL.times(CHECKED)
    expert = trial(knowledge, [named.action for named in advice.turn], best, seed=seed, effort=effort)
    if expert is None or not passes(expert):
        return False
    mine = compared(knowledge, played, best, seed=seed, careful=NOISE, effort=effort)
    return mine is not None and not passes(mine)


def widely_advised(knowledge: Knowledge, seed: str, enough: Callable[[], bool] | None = None) -> Advice:
    """Return the turn that the expert finds with a wider search."""
    level = _wider(level_of(LEVEL))
    budget = SearchBudget(level.positions, enough)
    best = Brain(level, knowledge, seed, budget, []).candidates()[0]
    return advice_of(knowledge, best.actions, best.chance, seed)


def _wider(level: Level) -> Level:
    return replace(
        level,
        positions=level.positions * CHECKED,
        width=level.width * CHECKED,
        replies=level.replies * 2,
        worlds=level.worlds * CHECKED,
    )
