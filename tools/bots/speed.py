"""Turn positions a second: whole turns, each played to the end of its own assault and judged, in three ways.

`plainly` is how a first bot would do it with the engine alone: try every play everywhere, tell tables apart by all that
is in them, copy and play on. `by_turns` is what the levels do, and `by_tree` how level 6 goes on from there.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from engine import play
from engine.actions import END_SUMMON
from engine.bots import search, turns
from engine.bots.evaluation import Evaluation, evaluation
from engine.bots.keys import TableKey, position_key
from engine.bots.levels import LEVELS
from engine.bots.search import SearchBudget
from engine.bots.tree import Tree
from engine.position import OVER, SUMMON, Position

MOST = 300
"""Tables looked at from one position."""
DEEP = 3_000
"""Positions for one decision of level 6."""


def beginnings(deal: Callable[[random.Random], Position], rng: random.Random, count: int) -> list[Position]:
    """Positions at the beginning of a turn, out of duels between quick bots."""
    judge, found = evaluation("duel"), list[Position]()
    while len(found) < count:
        position = deal(rng)
        while position.phase != OVER and position.turn < 60 and len(found) < count:
            found.append(position)
            position = search.beam(position, judge, SearchBudget(10**9), 3, 60)[0].after
    return found


def plainly(position: Position, judge: Evaluation) -> int:
    """Judge every table that plays lead to; how many turn positions were judged, those reached again left out."""
    seat = position.active
    seen: set[TableKey] = set()
    waiting = [position]
    judged = 0
    while waiting and judged < MOST:
        table = waiting.pop()
        key = position_key(table)
        if key in seen:
            continue
        seen.add(key)
        after = table.clone()
        if after.phase != OVER:
            play.advance(after, END_SUMMON, None)
        judge.for_seat(after, seat)
        judged += 1
        if table.phase == SUMMON:
            for action in play.legal_actions(table)[:-1]:
                child = table.clone()
                play.advance(child, action, None)
                waiting.append(child)
    return judged


def by_turns(position: Position, judge: Evaluation) -> int:
    """Judge the distinct tables as the levels do; how many."""
    budget = SearchBudget(MOST)
    for table in turns.distinct(position, MOST):
        search.judge(table, judge, budget)
    return budget.spent


def by_tree(position: Position, judge: Evaluation) -> int:
    """Think about a position as level 6 does; how many positions that took."""
    level, budget = LEVELS[5], SearchBudget(DEEP)
    found = search.beam(position, judge, budget, level.width)
    Tree(found[: level.replies], position, judge, budget, level.shape).grow()
    return budget.spent
