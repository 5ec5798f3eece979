"""The difficulty of a puzzle for a person: the number of tries and of near misses, and the length of the solution. The
levels of the bots do not show it: nearly all puzzles are found by the same one, which a wider search finds at once."""

from __future__ import annotations

from bisect import bisect_right
from math import log2
from typing import Final

from engine.bots import puzzles, turns
from engine.bots.evaluation import evaluation
from engine.bots.puzzles import SOLVER, SURVIVE, Goal, Puzzle
from engine.position import OVER, Position
from engine.seat import other

STEPS: Final = (5.7, 6.6, 7.5, 8.7, 10.3)
"""The grades at which the next difficulty begins: each of the six has about as many of the first 320 puzzles."""
NEARLY: Final = 1
"""HP that the fortress has left after a turn that nearly reaches the goal."""


def difficulty(puzzle: Puzzle) -> int:
    """The difficulty of a puzzle, from 1 to 6."""
    return 1 + bisect_right(STEPS, effort(puzzle))


def effort(puzzle: Puzzle) -> float:
    """Return a measure of the work: each doubling of the turns counts 1, of near misses 1/2, a play beyond two 2."""
    before = puzzles.beginning(puzzle)
    ends = near = 0
    for node in turns.distinct(before, evaluation("duel")):
        ends += 1
        near += _nearly(puzzle.goal, before, turns.stopped(node))
    return log2(ends) + log2(1 + near) / 2 + 2 * (_plays(puzzle) - 2)


def _plays(puzzle: Puzzle) -> int:
    return sum(action["type"] in ("play", "champion") for action in puzzle.solution)


def _nearly(goal: Goal, before: Position, after: Position) -> bool:
    """True if a turn looks like the solution but for little: to survive, the opponent's creatures alone, without
    another card, do not win."""
    opponent = other(SOLVER)
    if goal == SURVIVE:
        if after.phase == OVER:
            return False
        reply = turns.ended(after, evaluation("duel"))
        return not (reply.phase == OVER and reply.winner == opponent)
    return after.sides[opponent].hp <= NEARLY and not puzzles.reached(goal, before, after)
