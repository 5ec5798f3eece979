"""Turns judged by their results: the beam over whole turns, and the opponent's best reply."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Final

from engine.actions import Action
from engine.bots import endings, turns
from engine.bots.endings import Ending
from engine.bots.evaluation import Evaluation
from engine.bots.nodes import PlayNode
from engine.position import OVER, Position
from engine.seat import Seat

MAX_REPLIES: Final = 400


class SearchBudget:
    """The bound of a search: a number of positions to judge, and a function that ends it early. The number makes a
    choice repeatable; `enough` is for a caller with a clock, under load. It is called seldom."""

    __slots__ = ("positions", "spent", "_enough")

    def __init__(self, positions: int, enough: Callable[[], bool] | None = None) -> None:
        self.positions = positions
        self.spent = 0
        self._enough = enough

    @property
    def left(self) -> bool:
        """True if there is anything left."""
        return self.spent < self.positions and not (self._enough is not None and self._enough())


class Turn:
    """A whole turn: the node before the assault, its result, and its worth to its player (log odds).

    `tail` are the actions after the plays where they are not the plain ones.
    """

    __slots__ = ("node", "value", "tail", "_end")

    def __init__(
        self, node: PlayNode, end: Position | Ending, value: float, tail: tuple[Action, ...] | None = None
    ) -> None:
        self.node = node
        self.value = value
        self.tail = tail
        self._end = end

    @property
    def after(self) -> Position:
        """The position after the turn, its creatures shared; made on first use, because few are needed."""
        if isinstance(self._end, Ending):
            self._end = self._end.position()
        return self._end


def by_value(turn: Turn) -> float:
    """The key by which turns are sorted, worst first."""
    return turn.value


def judge(node: PlayNode, budget: SearchBudget) -> Turn:
    """Return the turn that stops at this node: its own assault is played, then it is judged."""
    budget.spent += 1
    ending = endings.ending(node)
    if ending is not None:
        return Turn(node, ending, ending.value)
    after, context = turns.by_engine(node), node.context
    return Turn(node, after, context.evaluation.for_seat(after, context.seat))


def beam(
    position: Position, evaluation: Evaluation, budget: SearchBudget, width: int, most: int = 4000, narrow: bool = False
) -> list[Turn]:
    """Whole turns from here, the best first: of each number of plays the `width` best are played on from.

    `narrow` as for `turns.expand`. At most about `most` turns; at least one, however little is left of the budget.
    """
    start = turns.root(position, evaluation)
    seen = {start.key}
    stop = budget.spent + most
    layer = [judge(start, budget)]
    found = list(layer)
    while layer:
        children: list[Turn] = []
        for turn in layer:
            for node in turns.expand(turn.node, seen, narrow):
                children.append(judge(node, budget))
            if budget.spent >= stop or budget.spent >= budget.positions:
                break
        found += children
        if budget.spent >= stop or not budget.left:
            break
        children.sort(key=by_value, reverse=True)
        layer = list(islice((turn for turn in children if turn.node.playable), width))
    found.sort(key=by_value, reverse=True)
    return found


def reply_value(turn: Turn, seat: Seat, evaluation: Evaluation, budget: SearchBudget, width: int) -> float:
    """Return the worth of a turn of `seat` after the best reply that a narrow beam finds."""
    if turn.after.phase == OVER or turn.after.active == seat:
        return turn.value
    return -beam(turn.after, evaluation, budget, width, MAX_REPLIES, narrow=True)[0].value
