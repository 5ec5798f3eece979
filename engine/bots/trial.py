"""A costly turn tried again: whether another one is as good as the expert's or nearly so, and whether that can be known
at all."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from engine.actions import Action
from engine.bots.advice import Advice, advice_of
from engine.bots.brain import Brain
from engine.bots.fingerprints import hand_key, lane_key
from engine.bots.levels import Level, level_of
from engine.bots.review import COSTLY, DEEP_LEVEL, LEVEL, USUAL, Effort, Review, compared, middle, turn_end
from engine.bots.search import SearchBudget
from engine.knowledge import Knowledge
from engine.position import Position

NOISE: Final = 0.03
"""The loss below which a turn is as good as the expert's: the evaluation knows no better."""
CHECKED: Final = 4
"""The usual search, this many times as wide, must come to the same verdict before a turn is offered."""


def trial(
    knowledge: Knowledge, tried: Sequence[Action], advice: Advice, *, seed: str, effort: Effort = USUAL
) -> Review | None:
    """Compare a try with the expert's turn, which had the same `seed`; None where it does not end the turn.

    A yes takes three looks as a no does, and two of them must agree. A try that leads where the expert's turn leads
    costs nothing.
    """
    found = compared(knowledge, tried, advice, seed=seed, careful=0.0, effort=effort, counts=middle)
    if found is not None and _is_same(knowledge, tried, [named.action for named in advice.turn], seed, effort):
        return replace(found, played=found.best)
    return found


def is_as_good(review: Review) -> bool:
    """True if the turn is as good as the expert's."""
    return review.loss < NOISE


def passes(knowledge: Knowledge, tried: Sequence[Action], review: Review, *, seed: str) -> bool:
    """True if a try, with what its `trial` of the same `seed` found, is as good as the expert's turn or nearly so, or
    is the turn that the highest level plays."""
    return review.loss < COSTLY or is_masters(knowledge, tried, seed)


def is_masters(knowledge: Knowledge, tried: Sequence[Action], seed: str) -> bool:
    """True if a turn leads where the turn of the highest level leads."""
    best = Brain(DEEP_LEVEL, knowledge, seed, SearchBudget(DEEP_LEVEL.positions), []).candidates()[0]
    return _is_same(knowledge, tried, best.actions, seed, USUAL)


def _is_same(
    knowledge: Knowledge, tried: Sequence[Action], planned: Sequence[Action], seed: str, effort: Effort
) -> bool:
    """True if both turns end in the same state in each world that allows them, and some world does."""
    rng = random.Random(seed)
    worlds = [knowledge.world(rng) for _ in range(effort.orders if "solo" in knowledge.view else effort.worlds)]
    ends = [(turn_end(world, tried), turn_end(world, planned, plain_end=True)) for world in worlds]
    states = [(_state(mine), _state(best)) for mine, best in ends if mine is not None or best is not None]
    return bool(states) and all(mine == best for mine, best in states)


def _state(position: Position | None) -> object:
    """Return all of a position that decides how the match goes on, without what the players have seen."""
    if position is None:
        return None
    solo = position.solo
    sides = [
        (
            hand_key(side),
            side.fort_at,
            side.is_fort,
            [lane_key(lane) for lane in side.lanes],
            (side.ready, side.in_play),
            None if side.pile is None else [card.key for card in side.pile],
            [card.key for card in side.discard],
        )
        for side in position.sides.values()
    ]
    return (position.phase, position.active, position.winner, sides, None if solo is None else solo.shuffles)


def is_clear(
    knowledge: Knowledge,
    played: Sequence[Action],
    advice: Advice,
    *,
    seed: str,
    enough: Callable[[], bool] | None = None,
) -> bool:
    """True if a turn with this advice of the `seed` is worth trying again: the highest level plays another, and a wider
    search, in other worlds, also finds nothing that is better than the expert's turn, and the played one worse."""
    wide = f"{seed}:check"
    best = widely_advised(knowledge, wide, enough)
    effort = USUAL.times(CHECKED)
    expert = trial(knowledge, [named.action for named in advice.turn], best, seed=wide, effort=effort)
    if expert is None or not is_as_good(expert):
        return False
    mine = compared(knowledge, played, best, seed=wide, careful=NOISE, effort=effort)
    return mine is not None and not is_as_good(mine) and not is_masters(knowledge, played, seed)


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
