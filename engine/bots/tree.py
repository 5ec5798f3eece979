"""Monte Carlo tree search over whole turns.

A node is the beginning of a turn. Its turns come from a beam, best first, with a prior by their worth; a new node is
worth the mean of the evaluation before and after the best reply that its own beam finds; worths go up as means.
"""

from __future__ import annotations

from math import exp, sqrt

from engine.bots import search
from engine.bots.evaluation import Evaluation, chance
from engine.bots.levels import Shape
from engine.bots.search import SearchBudget, Turn
from engine.position import DRAW, OVER, Position
from engine.seat import Seat


class TreeNode:
    """The beginning of a turn: how often it was reached, and the sum of its worths to the mover (0 to 1)."""

    __slots__ = ("mover", "turns", "chances", "priors", "children", "visits", "total", "end")

    def __init__(self, position: Position) -> None:
        self.mover = position.active
        self.turns: list[Turn] = []
        self.chances: list[float] = []
        self.priors: list[float] = []
        self.children: list[TreeNode | None] = []
        self.visits = 0
        self.total = 0.0
        self.end: float | None = _result(position)

    def open(self, turns: list[Turn], heat: float) -> None:
        """Set the turns that can be played here, best first."""
        self.turns = turns
        self.chances = [chance(turn.value) for turn in turns]
        best = turns[0].value
        shares = [exp(max(-20.0, (turn.value - best) / heat)) for turn in turns]
        whole = sum(shares)
        self.priors = [share / whole for share in shares]
        self.children = [None] * len(turns)


def _result(position: Position) -> float | None:
    if position.phase != OVER:
        return None
    return 0.5 if position.winner == DRAW else float(position.winner == position.active)


class Tree:
    """A search from one position: `grow`, then take the first of the `ranking`."""

    __slots__ = ("evaluation", "budget", "shape", "root")

    def __init__(
        self, root: list[Turn], position: Position, evaluation: Evaluation, budget: SearchBudget, shape: Shape
    ):
        self.evaluation = evaluation
        self.budget = budget
        self.shape = shape
        self.root = TreeNode(position)
        self.root.open(root, shape.heat)

    def grow(self) -> None:
        """Grow the tree until the budget is spent."""
        while self.budget.left:
            self._visit()

    def _visit(self) -> None:
        """Go down to a new node or an end, and take its worth back up; a visit that judges nothing counts as one."""
        before = self.budget.spent
        node = self.root
        path = [node]
        while node.end is None and node.turns:
            number = self._select(node)
            child = node.children[number]
            if child is None:
                turn = node.turns[number]
                child = node.children[number] = TreeNode(turn.after)
                path.append(child)
                self._open(child, turn, node.mover)
                break
            node = child
            path.append(node)
        self._back_up(path)
        if self.budget.spent == before:
            self.budget.spent += 1

    def _select(self, node: TreeNode) -> int:
        """Return the place of the turn with the best sum of mean worth and exploration."""
        reach = self.shape.explore * sqrt(node.visits + 1)
        best, chosen = -1.0, 0
        for number, prior in enumerate(node.priors):
            child = node.children[number]
            if child is None:
                score = node.chances[number] + reach * prior
            else:
                mean = child.total / child.visits
                if child.mover != node.mover:
                    mean = 1 - mean
                score = mean + reach * prior / (1 + child.visits)
            if score > best:
                best, chosen = score, number
        return chosen

    def _open(self, node: TreeNode, turn: Turn, player: Seat) -> None:
        """Find the turns of a new node, to which a turn of `player` led, and its first worth."""
        if node.end is not None:
            return
        shape = self.shape
        found = search.beam(turn.after, self.evaluation, self.budget, shape.width, shape.most, narrow=True)
        node.open(found[: shape.keep], shape.heat)
        before = turn.value if player == node.mover else -turn.value
        node.visits = 1
        node.total = shape.before * chance(before) + (1 - shape.before) * chance(found[0].value)

    def _back_up(self, path: list[TreeNode]) -> None:
        leaf = path[-1]
        if leaf.end is not None:
            worth = leaf.end
            leaf.visits += 1
            leaf.total += worth
        else:
            worth = leaf.total
        for node in reversed(path[:-1]):
            node.visits += 1
            node.total += worth if node.mover == leaf.mover else 1 - worth

    def ranking(self) -> list[tuple[Turn, int, float]]:
        """Return the turns at the root with their visits and mean worths, the most visited first."""
        ranked = []
        root = self.root
        for turn, first, child in zip(root.turns, root.chances, root.children, strict=True):
            if child is None:
                ranked.append((turn, 0, first))
            else:
                mean = child.total / child.visits
                ranked.append((turn, child.visits, mean if child.mover == root.mover else 1 - mean))
        return sorted(ranked, key=lambda entry: (entry[1], entry[2]), reverse=True)
