"""A played turn compared with a level's turn: both judged in the same worlds, by what the player could know."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import exp
from typing import Final

from engine import play
from engine.actions import Action, Order
from engine.bots import search, turns
from engine.bots.advice import Advice, advise
from engine.bots.evaluation import chance, evaluation
from engine.bots.levels import level_of
from engine.bots.search import SearchBudget
from engine.bots.settling import settle
from engine.bots.tree import Tree
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
COSTLY: Final = 0.08
"""The least loss of a turn that is reported; such a turn is judged again, with more care."""
WIDE_REPLY_WIDTH: Final = 12
WIDE_REPLY_POSITIONS: Final = 1_000
DEEP_WORLDS: Final = 4
DEEP_LEVEL: Final = level_of(6)
DEEP_REPLIES: Final = 300
DEEP_POSITIONS: Final = 700
STEEPNESS: Final = 4.0
"""The rate at which accuracy falls: a turn that loses ten points of the chance to win has 67 of 100, of thirty 30."""


@dataclass(frozen=True, slots=True)
class Review:
    """A turn that was played: the chance to win with it and with the expert's turn, and that advice.

    A turn that seems costly is judged in three ways; the one by which it cost least counts.
    """

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
    """Judge a turn; `played` are the actions of `seat` from the view to the turn's end.

    The other arguments are those of `bots.choose`. None where these actions do not end the turn.
    """
    advice = advise(LEVEL, seat, view, facts, legal, seed=seed, enough=enough)
    knowledge, rng = Knowledge(seat, view, facts), random.Random(seed)
    alone = "solo" in view
    worlds = [knowledge.world(rng) for _ in range(WORLDS if alone else DEEP_WORLDS)]  # the first is that of the advice
    verdict = partial(judged, seat, played, advice)
    if alone:
        return verdict(worlds, _at_a_glance)
    first = verdict(worlds[:1], _after_reply)
    if first is None or first.loss < COSTLY:
        return first
    again = (verdict(worlds[:1], _after_wide_reply), verdict(worlds, searched))
    return min((first, *(each for each in again if each is not None)), key=lambda each: each.loss)


def accuracy(losses: Sequence[float]) -> float | None:
    """Return a player's accuracy, 0 to 100: the mean over the turns of the part that their losses leave; None without
    turns."""
    if not losses:
        return None
    return 100 * sum(exp(-STEEPNESS * loss) for loss in losses) / len(losses)


Judgement = Callable[[Seat, Position], float]
"""The chance of a player to win at the end of their turn."""


def judged(
    seat: Seat, played: Sequence[Action], advice: Advice, worlds: Sequence[Position], judgement: Judgement
) -> Review | None:
    """Judge both turns in these worlds; None where the played actions do not end the turn."""
    mine = _worth(seat, played, worlds, judgement)
    if mine is None:
        return None
    best = _worth(seat, [named.action for named in advice.turn], worlds, judgement, plain_end=True)
    return Review(mine, mine if best is None else best, advice)


def _worth(
    seat: Seat, planned: Sequence[Action], worlds: Sequence[Position], judgement: Judgement, *, plain_end: bool = False
) -> float | None:
    """Return the mean chance of `seat` after this turn, over the worlds that allow it; None if there is none.

    `plain_end`: what is missing of the turn is played without incantations; else a turn that is not ended counts as
    none.
    """
    ends = [end for world in worlds if (end := _end(world, planned, plain_end)) is not None]
    return sum(judgement(seat, end) for end in ends) / len(ends) if ends else None


def _end(world: Position, planned: Sequence[Action], plain_end: bool) -> Position | None:
    """Return the position after the turn, or None: the world does not allow it, or it has not ended."""
    now, turn = world.clone(), (world.turn, world.active)
    try:
        for action in planned:
            if now.phase == OVER or (now.turn, now.active) != turn:
                break
            if isinstance(action, Order):  # answered as the search does: what returns may differ from world to world
                continue
            play.advance(now, action)
            settle(now)
    except IllegalAction:
        return None
    if now.phase == OVER or (now.turn, now.active) != turn:
        return now
    if plain_end:
        turns.finish(now)
        return now
    return None


def _at_a_glance(seat: Seat, after: Position) -> float:
    return chance(evaluation("solo").for_seat(after, seat))


def _after_reply(
    seat: Seat, after: Position, width: int = REPLY_WIDTH, positions: int = REPLY_POSITIONS, narrow: bool = True
) -> float:
    """Return the mean of the evaluation now and after the best reply."""
    judge = evaluation("duel")
    value = judge.for_seat(after, seat)
    if _is_settled(seat, after):
        return chance(value)
    reply = search.beam(after, judge, SearchBudget(positions), width, positions, narrow=narrow)[0]
    return chance((value - reply.value) / 2)


def _after_wide_reply(seat: Seat, after: Position) -> float:
    return _after_reply(seat, after, WIDE_REPLY_WIDTH, WIDE_REPLY_POSITIONS, narrow=False)


def searched(seat: Seat, after: Position, positions: int = DEEP_POSITIONS) -> float:
    """Judge by a tree search of the opponent's turn, a small one by default."""
    judge, level = evaluation("duel"), DEEP_LEVEL
    if _is_settled(seat, after):
        return chance(judge.for_seat(after, seat))
    budget = SearchBudget(DEEP_REPLIES + positions)
    replies = search.beam(after, judge, budget, level.width, DEEP_REPLIES)
    tree = Tree(replies[: level.replies], after, judge, budget, level.shape)
    tree.grow()
    return 1 - tree.ranking()[0][2]


def _is_settled(seat: Seat, after: Position) -> bool:
    """True if no reply follows: the match is over, or the turn is not."""
    return after.phase == OVER or after.active == seat
