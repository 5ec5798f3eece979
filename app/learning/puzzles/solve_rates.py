"""The difficulty of puzzles in practice: the computed one, moved by at most one step by visitors' solutions.

Each guest counts once for a puzzle, however often they try it. A puzzle is compared with the average of all, so that
only the differences between puzzles count.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import exp, log
from typing import Final, NamedTuple

from engine.bots.puzzles import Puzzle

HARDEST: Final = 6
PRIOR: Final = 100
"""The number of visitors whose results weigh as much as the computed difficulty."""
MIN_ATTEMPTS: Final = 20
"""Visitors who must have begun a puzzle before they move it."""
STEP: Final = 0.4
"""The log odds by which a puzzle of the next difficulty is solved less often."""
MIDDLE: Final = (1 + HARDEST) / 2


class SolveCount(NamedTuple):
    """The number of visitors who began a puzzle, and of those who solved it."""

    begun: int
    solved: int


def difficulties(puzzles: Collection[Puzzle], counts: Mapping[str, SolveCount]) -> dict[str, int]:
    """Return the difficulty of each puzzle by its id."""
    begun = sum(count.begun for count in counts.values())
    solved = sum(count.solved for count in counts.values())
    usual = _log_odds((PRIOR / 2 + solved) / (PRIOR + begun))
    nobody = SolveCount(0, 0)
    return {puzzle.id: refined(puzzle.difficulty, counts.get(puzzle.id, nobody), usual) for puzzle in puzzles}


def refined(difficulty: int, count: SolveCount, usual: float = 0.0) -> int:
    """Return the difficulty in the light of these visitors; `usual` are the log odds by which they solve any puzzle."""
    if count.begun < MIN_ATTEMPTS:
        return difficulty
    expected = 1 / (1 + exp(STEP * (difficulty - MIDDLE) - usual))
    share = (PRIOR * expected + count.solved) / (PRIOR + count.begun)
    shown = round(MIDDLE + (usual - _log_odds(share)) / STEP)
    return max(1, difficulty - 1, min(shown, difficulty + 1, HARDEST))


def _log_odds(share: float) -> float:
    return log(share / (1 - share))
