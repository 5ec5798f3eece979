"""Cards that return together, put in order by their owner (R5.8, 2021)."""

from __future__ import annotations

from itertools import permutations

from engine.actions import Order
from engine.bots import greedy
from engine.bots.evaluation import Evaluation
from engine.bots.search import SearchBudget
from engine.position import SUMMON, Position


def best(position: Position, evaluation: Evaluation, budget: SearchBudget) -> tuple[Order, float]:
    """Return the order that is best for the owner once the cards are in the hand, and its worth (log odds).

    The interrupted attack is not played on: it is the same for every order.
    """
    pending = position.pending
    assert pending is not None
    found: dict[tuple[object, ...], tuple[Order, float]] = {}
    for cards in permutations(pending.cards):
        key = tuple(card.key for card in cards)
        if key in found or (found and not budget.left):
            continue
        after = position.clone()
        after.pending, after.phase, after.active = None, SUMMON, pending.owner
        after.sides[pending.owner].hand += cards
        budget.spent += 1
        found[key] = Order(cards), greedy.static(after, pending.owner, evaluation)
    return max(found.values(), key=lambda entry: entry[1])
