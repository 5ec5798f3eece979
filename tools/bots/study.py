"""The methods of the study that came before the levels, as plain as they were described: what the levels must beat.

4: a beam over whole turns, each judged after its own assault. 5: the opponent's best reply (beam 4) for the ten best
turns. 6: Monte Carlo tree search with UCB1 over whole turns, mean backup, a leaf worth the mean of before and after the
best reply. All of them judge by the weights of `study.json`: HP on both sides of the fortress, stats and abilities in
play, mana and hand, fitted on self-play as the levels' own are.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from math import log, sqrt
from pathlib import Path
from time import process_time

from engine import actions, play
from engine.bots import BotAction, assaults, choosing, features, search, turns
from engine.bots.evaluation import Evaluation, card_values, chance
from engine.bots.levels import LEVELS
from engine.bots.search import SearchBudget, Turn
from engine.knowledge import Knowledge, facts_of
from engine.match import LegalAction, Match
from engine.position import DRAW, OVER, Position
from engine.seat import Seat

PATH = Path(__file__).with_name("study.json")
SEEN = ("hp", *features.FORT[:18], "hand", "waste", "count", "attack", "health", *features.PLAIN)
"""The numbers that the study's evaluation looks at, of the mover and of the other."""
PlannedAction = BotAction | LegalAction
Thought = tuple[list[PlannedAction], int]
EXPLORE = 0.5
BEAM, REPLY_BEAM, BEST = 8, 4, 10


@cache
def evaluation() -> Evaluation:
    """Return the study's evaluation."""
    stored: dict[str, float] = json.loads(PATH.read_text("utf-8"))
    return Evaluation([stored.get(name, 0.0) for name in features.NAMES], card_values())


def method(number: int, seconds: float) -> Callable[[Match, Seat, str, list[int]], Thought]:
    """Return how method 4, 5 or 6 thinks; 6 with so many CPU seconds a turn. ValueError for another number."""
    if number not in (4, 5, 6):
        raise ValueError(number)

    def think(match: Match, seat: Seat, seed: str, marks: list[int]) -> Thought:
        rng = random.Random(seed)
        if match.position is None:
            return [choosing.choose(LEVELS[5], seat, match.setup.view_for(seat), match.legal_actions(seat), rng)], 0
        position = Knowledge(seat, match.table_view(seat), facts_of(match, seat)).world(rng)
        if position.phase == "order":
            return [actions.to_json(play.legal_actions(match.position)[0])], 0
        turn = _best(number, seconds, position)
        plays = turn.table.actions()
        tail = () if turn.table.cut else assaults.plain_tail(turns.replay(position, plays))
        return [actions.to_json(action) for action in (*plays, *tail)], 0

    return think


def _best(number: int, seconds: float, position: Position) -> Turn:
    end = process_time() + seconds
    budget = SearchBudget(10**9, (lambda: process_time() > end) if number == 6 else None)
    found = search.beam(position, evaluation(), budget, BEAM)
    if number == 4 or len(found) == 1:
        return found[0]
    if number == 5:
        seat = position.active
        return max(found[:BEST], key=lambda turn: search.reply_value(turn, seat, evaluation(), budget, REPLY_BEAM))
    root = _Node(position, 0.0)
    root.turns = found[: 2 * BEST]
    while budget.left:
        root.visit(budget)
    return root.turns[max(range(len(root.children)), key=lambda place: root.children[place].visits)]


class _Node:
    """A node of method 6."""

    def __init__(self, position: Position, before: float) -> None:
        self.position = position
        self.before = before
        self.turns: list[Turn] = []
        self.children: list[_Node] = []
        self.visits = 0
        self.total = 0.0

    def visit(self, budget: SearchBudget) -> float:
        """Visit the node once; the worth to whoever moves here."""
        worth = self._worth(budget)
        self.visits += 1
        self.total += worth
        return worth

    def _worth(self, budget: SearchBudget) -> float:
        if self.position.phase == OVER:
            return 0.5 if self.position.winner == DRAW else float(self.position.winner == self.position.active)
        if not self.turns:
            self.turns = search.beam(self.position, evaluation(), budget, REPLY_BEAM)[:BEST]
            return (self.before + chance(self.turns[0].value)) / 2
        if len(self.children) < len(self.turns):
            turn = self.turns[len(self.children)]
            child = _Node(turn.after, 1 - chance(turn.value))
            self.children.append(child)
        else:
            total = log(self.visits + 1)
            child = max(self.children, key=lambda one: 1 - one.total / one.visits + EXPLORE * sqrt(total / one.visits))
        worth = child.visit(budget)
        return worth if child.position.active == self.position.active else 1 - worth
