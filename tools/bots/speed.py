"""Turn positions a second: whole turns, each played to the end of its own assault and judged, in three ways.

`plainly` is a first bot's way with the engine alone: try every play everywhere, compare positions by everything in
them, copy and play on. `by_turns` is the way of the levels, and `by_tree` that of level 6.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from engine import play
from engine.actions import END_SUMMON
from engine.bots import search, turns
from engine.bots.evaluation import Evaluation, evaluation
from engine.bots.fingerprints import Key
from engine.bots.levels import LEVELS
from engine.bots.search import SearchBudget
from engine.bots.tree import Tree
from engine.position import OVER, SUMMON, Position
from tools.bots.exhaustive import position_key

MAX_TURNS = 300
"""Turn positions judged from one position."""
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
    """Judge every position that plays lead to, each once; returns their number."""
    seat = position.active
    seen: set[Key] = set()
    waiting = [position]
    judged = 0
    while waiting and judged < MAX_TURNS:
        before = waiting.pop()
        key = position_key(before)
        if key in seen:
            continue
        seen.add(key)
        after = before.clone()
        if after.phase != OVER:
            play.advance(after, END_SUMMON)
        judge.for_seat(after, seat)
        judged += 1
        if before.phase == SUMMON:
            for action in play.legal_actions(before)[:-1]:
                child = before.clone()
                play.advance(child, action)
                waiting.append(child)
    return judged


def by_turns(position: Position, judge: Evaluation) -> int:
    """Judge the distinct nodes as the levels do; returns their number."""
    budget = SearchBudget(MAX_TURNS)
    for node in turns.distinct(position, judge, MAX_TURNS):
        search.judge(node, budget)
    return budget.spent


def by_tree(position: Position, judge: Evaluation) -> int:
    """Judge a position as level 6 does; returns the number of positions that took."""
    level, budget = LEVELS[6], SearchBudget(DEEP)
    found = search.beam(position, judge, budget, level.width)
    Tree(found[: level.replies], position, judge, budget, level.shape).grow()
    return budget.spent
