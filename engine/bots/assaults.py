"""Incantations within the assault (2021, R4.8): their gain in a turn that is otherwise settled."""

from __future__ import annotations

from engine import assault, play, summon
from engine.actions import ATTACK, ATTACK_ALL, END_SUMMON, END_TURN, Action, Cast
from engine.bots import turns
from engine.bots.evaluation import Evaluation
from engine.bots.search import SearchBudget, Turn
from engine.bots.settling import settle
from engine.position import ASSAULT, ORDER, OVER, SUMMON, Position
from engine.seat import Seat

MAX_BRANCHES = 40
"""The most ways through one assault that are tried."""


def plain_tail(position: Position) -> tuple[Action, ...]:
    """Return the actions from a table to the end of its turn, without incantations in the assault, as far as they are
    certain.

    In 2021 somebody may have to order cards on the way (R5.8); what comes after that is decided then.
    """
    if not position.edition.assault_pauses:
        return (END_SUMMON,) if position.phase == SUMMON else ()
    now, tail = position.clone(), list[Action]()
    while now.phase in (SUMMON, ASSAULT) and now.turn == position.turn and now.active == position.active:
        action = next_plain(now)
        tail.append(action)
        play.advance(now, action)
    return tuple(tail)


def next_plain(position: Position) -> Action:
    """Return the action that continues with a turn without another play."""
    if position.phase == SUMMON:
        return END_SUMMON
    return END_TURN if assault.next_to_activate(position) is None else ATTACK_ALL


def best(turn: Turn, position: Position, evaluation: Evaluation, budget: SearchBudget) -> Turn:
    """Return a turn from `position` with incantations in its assault where that is better, else the turn as it is
    (2021)."""
    if turn.node.cut:
        return turn
    now = turns.replay(position, turn.node.actions())
    before: tuple[Action, ...] = ()
    if now.phase == SUMMON:
        play.advance(now, END_SUMMON)
        before = (END_SUMMON,)
    return _Ways(turn, position.active, evaluation, budget).search(now, before)


class _Ways:
    """A depth-first search through the incantations of one assault."""

    __slots__ = ("best", "turn", "seat", "evaluation", "budget", "left")

    def __init__(self, turn: Turn, seat: Seat, evaluation: Evaluation, budget: SearchBudget) -> None:
        self.turn = self.best = turn
        self.seat = seat
        self.evaluation = evaluation
        self.budget = budget
        self.left = MAX_BRANCHES

    def search(self, position: Position, before: tuple[Action, ...]) -> Turn:
        """Return the best way on from a position in the assault that `before` led to."""
        self._go(position, before, False)
        return self.best

    def _go(self, position: Position, path: tuple[Action, ...], cast: bool) -> None:
        if self.left <= 0 or position.phase != ASSAULT or position.active != self.seat:
            return
        casts = [action for action in summon.legal(position) if type(action) is Cast]
        if cast:
            self._stop(position, path)
        for action in casts:
            self._step(position, path, action, True)
        if casts and assault.next_to_activate(position) is not None:
            self._step(position, path, ATTACK, False)

    def _step(self, position: Position, path: tuple[Action, ...], action: Action, cast: bool) -> None:
        after = position.clone()
        play.advance(after, action)
        path = (*path, action)
        if after.phase == ORDER or after.phase == OVER:
            settle(after)
            self._judge(after, path)
        else:
            self._go(after, path, cast)

    def _stop(self, position: Position, path: tuple[Action, ...]) -> None:
        self._judge(position.clone(), (*path, *plain_tail(position)))

    def _judge(self, after: Position, path: tuple[Action, ...]) -> None:
        """Judge what a way leads to once the rest of the turn is played plainly."""
        turns.finish(after)
        self.left -= 1
        self.budget.spent += 1
        value = self.evaluation.for_seat(after, self.seat)
        if value > self.best.value:
            self.best = Turn(self.turn.node, after, value, path)
