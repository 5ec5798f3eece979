"""Against the automaton: a turn is worth its mean over several orders in which the pile may lie (section 10)."""

from __future__ import annotations

from engine import play
from engine.bots import turns
from engine.bots.evaluation import Evaluation, chance
from engine.bots.search import SearchBudget, Turn
from engine.bots.settling import settle
from engine.errors import IllegalAction
from engine.position import OVER, Position


def replayed(turn: Turn, world: Position) -> Position | None:
    """Return the position after a turn in another world; None where that world does not allow it.

    The order of the pile is unknown, so that a turn that reaches it may meet other cards there.
    """
    now = world.clone()
    try:
        for action in turn.node.actions():
            if now.phase == OVER:
                return now
            play.advance(now, action)
            settle(now)
    except IllegalAction:
        return None
    if now.phase != OVER:
        turns.finish(now)
    return now


def means(
    found: list[Turn], worlds: list[Position], evaluation: Evaluation, budget: SearchBudget
) -> list[tuple[Turn, int, float]]:
    """Return the turns with how many worlds were tried and their mean chance, the best first.

    Every few worlds the worse half is left out, so that most of the budget goes to turns that are close.
    """
    seat = worlds[0].active
    totals = [chance(turn.value) for turn in found]
    tried = [1] * len(found)
    left = list(range(len(found)))
    for number, world in enumerate(worlds):
        if not budget.left:
            break
        for which in left:
            after = replayed(found[which], world)
            if after is not None:
                budget.spent += 1
                totals[which] += chance(evaluation.for_seat(after, seat))
                tried[which] += 1
        if number % 4 == 3 and len(left) > 3:
            left.sort(key=lambda which: totals[which] / tried[which], reverse=True)
            left = left[: max(3, len(left) // 2)]
    ranked = sorted(range(len(found)), key=lambda which: (which in left, totals[which] / tried[which]), reverse=True)
    return [(found[which], tried[which], totals[which] / tried[which]) for which in ranked]
