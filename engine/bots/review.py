"""A turn that was played, beside what a level would have played: both judged in the same worlds, by what their player
could know.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from engine import play
from engine.actions import Action, Order
from engine.bots import search, turns
from engine.bots.advice import Advice, advise
from engine.bots.evaluation import Evaluation, chance, evaluation
from engine.bots.search import SearchBudget, Turn
from engine.bots.settling import settle
from engine.errors import IllegalAction
from engine.knowledge import Facts, Knowledge
from engine.match import LegalAction
from engine.position import OVER, Position
from engine.seat import Seat
from engine.view import View

LEVEL: Final = 5
WORLDS: Final = 24
"""Orders of the automaton's pile in which a turn against it is judged."""
REPLY_WIDTH: Final = 4
REPLY_POSITIONS: Final = 400
STEEPNESS: Final = 4.0
"""The rate at which accuracy falls: a turn that loses ten points of the chance to win has 67 of 100, of thirty 30."""


@dataclass(frozen=True, slots=True)
class Review:
    """A turn that was played: the chance to win with it and with what the expert advised, and that advice."""

    played: float
    best: float
    advice: Advice

    @property
    def loss(self) -> float:
        """The share of the chance to win that the turn cost, 0 if it was as good as the expert's or better."""
        return max(0.0, self.best - self.played)


def review(
    seat: Seat,
    view: View,
    facts: Facts,
    legal: Sequence[LegalAction],
    played: Sequence[Action],
    *,
    seed: str,
    enough: Callable[[], bool] | None = None,
) -> Review | None:
    """Return how good a turn was; `played` are the actions of `seat` from the view to the turn's end.

    The other arguments are those of `bots.choose`. None where these actions do not end the turn.
    """
    advice = advise(LEVEL, seat, view, facts, legal, seed=seed, enough=enough)
    knowledge, rng = Knowledge(seat, view, facts), random.Random(seed)
    alone = "solo" in view
    worlds = [knowledge.world(rng) for _ in range(WORLDS if alone else 1)]  # the first is the one of the advice
    judge = evaluation("solo" if alone else "duel")
    mine = _worth(seat, played, worlds, judge)
    if mine is None:
        return None
    best = _worth(seat, [named.action for named in advice.turn], worlds, judge, plain_end=True)
    return Review(mine, mine if best is None else best, advice)


def accuracy(losses: Sequence[float]) -> float | None:
    """Return how well somebody played, 0 to 100: the mean over their turns of what a turn's loss leaves; None without
    any turn."""
    if not losses:
        return None
    return 100 * sum(exp(-STEEPNESS * loss) for loss in losses) / len(losses)


def _worth(
    seat: Seat, planned: Sequence[Action], worlds: Sequence[Position], judge: Evaluation, *, plain_end: bool = False
) -> float | None:
    """Return the mean chance of `seat` after this turn, over the worlds that allow it; None if there is none.

    `plain_end`: what is missing of the turn is played without incantations; else a turn that is not ended counts as
    none.
    """
    ends = [end for world in worlds if (end := _end(world, planned, plain_end)) is not None]
    if not ends:
        return None
    return sum(_chance(seat, end, judge) for end in ends) / len(ends)


def _end(world: Position, planned: Sequence[Action], plain_end: bool) -> Position | None:
    """Return the position after the turn, or None: the world does not allow it, or it is not ended."""
    now, turn = world.clone(), (world.turn, world.active)
    try:
        for action in planned:
            if now.phase == OVER or (now.turn, now.active) != turn:
                break
            if isinstance(action, Order):  # answered as the search does: what returns may differ from world to world
                continue
            play.advance(now, action, None)
            settle(now)
    except IllegalAction:
        return None
    if now.phase == OVER or (now.turn, now.active) != turn:
        return now
    if plain_end:
        turns.finish(now)
        return now
    return None


def _chance(seat: Seat, after: Position, judge: Evaluation) -> float:
    """Return the chance of `seat` at the end of its turn: in duels the mean of now and after the best reply."""
    value = judge.for_seat(after, seat)
    if after.solo is not None:
        return chance(value)
    turn = Turn(turns.root(after), after, value)
    reply = search.reply_value(turn, seat, judge, SearchBudget(REPLY_POSITIONS), REPLY_WIDTH)
    return chance((value + reply) / 2)
