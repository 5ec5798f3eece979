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
COSTLY: Final = 0.08
"""The least loss of a turn that is reported; such a turn is judged again, with more care."""
DECIDED: Final = 0.1
"""A match is as good as lost below this chance to win."""
DEEP_LEVEL: Final = level_of(6)
STEEPNESS: Final = 4.0
"""The rate at which accuracy falls: a turn that loses ten points of the chance to win has 67 of 100, of thirty 30."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The size of the search that judges a turn. `orders` are those of the automaton's pile, `worlds` the opponent's
    hands; of a reply the width of its beam and the most positions, in a first and in a second, wider look; of the tree
    the replies and the positions."""

    orders: int = 24
    worlds: int = 4
    reply: tuple[int, int] = (4, 400)
    wide_reply: tuple[int, int] = (12, 1_000)
    deep: tuple[int, int] = (300, 700)

    def times(self, factor: int) -> Effort:
        """Return an effort `factor` times as large: deeper into as many hands, and more orders of a pile."""
        (width, reply), (wider, wide_reply), (replies, tree) = self.reply, self.wide_reply, self.deep
        return Effort(
            self.orders * factor,
            self.worlds,
            (width * factor, reply * factor),
            (wider * factor, wide_reply * factor),
            (replies * factor, tree * factor),
        )


USUAL: Final = Effort()


@dataclass(frozen=True, slots=True)
class Review:
    """A turn that was played: the chance to win with it and with the expert's turn, and that advice.

    A turn that seems costly is judged in three ways; the one by which it cost least counts.
    """

    played: float
    best: float
    advice: Advice

    @property
    def is_open(self) -> bool:
        """True if the match was not as good as decided."""
        return self.best >= DECIDED and self.played <= 1 - DECIDED

    @property
    def loss(self) -> float:
        """The share of the chance to win that the turn cost, 0 if it was as good as the expert's or better."""
        return max(0.0, self.best - self.played)


def mildest(looks: list[Review]) -> Review:
    """Return the look by which the turn cost least."""
    return min(looks, key=_loss)


def middle(looks: list[Review]) -> Review:
    """Return the look between the mildest and the hardest."""
    return sorted(looks, key=_loss)[len(looks) // 2]


def _loss(look: Review) -> float:
    return look.loss


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
    return compared(Knowledge(seat, view, facts), played, advice, seed=seed)


def compared(
    knowledge: Knowledge,
    played: Sequence[Action],
    advice: Advice,
    *,
    seed: str,
    careful: float = COSTLY,
    effort: Effort = USUAL,
    counts: Callable[[list[Review]], Review] = mildest,
) -> Review | None:
    """Compare a turn with that of an advice, which had the same `seed`; one that seems to cost `careful` or more is
    judged in two more ways, of which `counts` chooses.

    None where these actions do not end the turn.
    """
    seat, rng = knowledge.seat, random.Random(seed)
    alone = "solo" in knowledge.view
    count = effort.orders if alone else effort.worlds
    worlds = [knowledge.world(rng) for _ in range(count)]  # the first is that of the advice
    verdict = partial(judged, seat, played, advice)
    if alone:
        return verdict(worlds, _at_a_glance)
    first = verdict(worlds[:1], partial(_after_reply, size=effort.reply))
    if first is None or first.loss < careful:
        return first
    wide = verdict(worlds[:1], partial(_after_reply, size=effort.wide_reply, narrow=False))
    deep = verdict(worlds, partial(searched, size=effort.deep))
    return counts([each for each in (first, wide, deep) if each is not None])


def accuracy(losses: Sequence[float]) -> float | None:
    """Return a player's accuracy, 0 to 100: the mean over the turns of the part that their losses leave; None without
    turns."""
    if not losses:
        return None
    return 100 * sum((exp(-STEEPNESS * loss) for loss in losses), 0.0) / len(losses)  # 0.0: an int in C would stay one


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

    `plain_end` as in `turn_end`.
    """
    ends = [end for world in worlds if (end := turn_end(world, planned, plain_end=plain_end)) is not None]
    return sum((judgement(seat, end) for end in ends), 0.0) / len(ends) if ends else None


def turn_end(world: Position, planned: Sequence[Action], *, plain_end: bool = False) -> Position | None:
    """Return the position after the turn, or None: the world does not allow it, or it has not ended.

    `plain_end`: the rest of the turn is played without incantations.
    """
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


def _after_reply(seat: Seat, after: Position, size: tuple[int, int], narrow: bool = True) -> float:
    """Return the mean of the evaluation now and after the best reply."""
    judge, (width, positions) = evaluation("duel"), size
    value = judge.for_seat(after, seat)
    if _is_settled(seat, after):
        return chance(value)
    reply = search.beam(after, judge, SearchBudget(positions), width, positions, narrow=narrow)[0]
    return chance((value - reply.value) / 2)


def searched(seat: Seat, after: Position, size: tuple[int, int] = USUAL.deep) -> float:
    """Judge by a tree search of the opponent's turn, a small one by default."""
    judge, level, (most, positions) = evaluation("duel"), DEEP_LEVEL, size
    if _is_settled(seat, after):
        return chance(judge.for_seat(after, seat))
    budget = SearchBudget(most + positions)
    replies = search.beam(after, judge, budget, level.width, most)
    tree = Tree(replies[: level.replies], after, judge, budget, level.shape)
    tree.grow()
    return 1 - tree.ranking()[0][2]


def _is_settled(seat: Seat, after: Position) -> bool:
    """True if no reply follows: the match is over, or the turn is not."""
    return after.phase == OVER or after.active == seat
