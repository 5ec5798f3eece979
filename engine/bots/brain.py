"""The decision of a level: from a world to the turns worth playing, the best first."""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine.actions import Action
from engine.bots import assaults, greedy, ordering, search, solo, turns
from engine.bots.evaluation import Evaluation, chance, evaluation
from engine.bots.fingerprints import fingerprint_of
from engine.bots.levels import AHEAD, BEAM, GREEDY, LEFTMOST, REPLY, Level
from engine.bots.search import SearchBudget, Turn
from engine.bots.tree import Tree
from engine.knowledge import Knowledge
from engine.position import ORDER

LIKELY = 40
"""The number of best turns that are compared with the fingerprints of earlier ones."""
SHOWN = 8
"""The number of turns that are returned with their worth."""
REPETITION_PENALTY = 0.3
"""The penalty for each time that a position has been there before, in log odds: destroying and replaying the same cards
leads nowhere."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One turn: its actions from here, its estimated chance to win, and how often the search visited it."""

    actions: tuple[Action, ...]
    chance: float
    visits: int
    fingerprint: int


class Brain:
    """One decision of a level with what it knows."""

    __slots__ = ("level", "knowledge", "rng", "budget", "evaluation", "position", "seen")

    def __init__(self, level: Level, knowledge: Knowledge, seed: str, budget: SearchBudget, seen: list[int]) -> None:
        self.level = level
        self.knowledge = knowledge
        self.rng = random.Random(seed)
        self.budget = budget
        self.position = knowledge.world(self.rng)
        alone = self.position.solo is not None and level.evaluation != "simple"
        self.evaluation: Evaluation = evaluation("solo" if alone else level.evaluation)
        self.seen = seen

    def candidates(self) -> list[Candidate]:
        """Return the turns worth playing, the best first; at least one."""
        position, level = self.position, self.level
        if position.phase == ORDER:
            order, value = ordering.best(position, self.evaluation, self.budget)
            return [Candidate((order,), chance(value), 1, 0)]
        if level.method in (LEFTMOST, GREEDY, AHEAD):
            return [self._greedy()]
        found = search.beam(position, self.evaluation, self.budget, level.width)
        self._avoid_repeats(found)
        if level.method == BEAM and position.solo is None:
            return self._candidates([(turn, 1, chance(turn.value)) for turn in found[:SHOWN]])
        found = self._with_assaults(found)
        return self._candidates(self._deep(found))

    def _greedy(self) -> Candidate:
        position, level = self.position, self.level
        worth_of = greedy.ahead if level.method == AHEAD else greedy.static
        if level.method == LEFTMOST:
            plays = greedy.leftmost(position, self.evaluation, self.rng, level.forgets)
        else:
            plays = greedy.plays(position, self.evaluation, self.budget, self.rng, level.noise, worth_of)
        node = turns.root(position, self.evaluation)
        for action in plays:
            node = next(child for child in turns.expand(node, set()) if child.action == action)
        worth = worth_of(node.position, position.active, self.evaluation)
        tail = () if node.cut else assaults.plain_tail(node.position)
        return Candidate((*plays, *tail), chance(worth), 1, fingerprint_of(node.position))

    def _avoid_repeats(self, found: list[Turn]) -> None:
        """Lower the value of turns that repeat an earlier position."""
        if not self.seen:
            return
        for turn in found[:LIKELY]:
            before_assault = turns.replay(self.position, turn.node.actions())
            turn.value -= REPETITION_PENALTY * self.seen.count(fingerprint_of(before_assault))
        found.sort(key=search.by_value, reverse=True)

    def _with_assaults(self, found: list[Turn]) -> list[Turn]:
        if not self.position.edition.assault_pauses:
            return found
        best = [assaults.best(turn, self.position, self.evaluation, self.budget) for turn in found[:6]]
        return sorted([*best, *found[6:]], key=search.by_value, reverse=True)

    def _deep(self, found: list[Turn]) -> list[tuple[Turn, int, float]]:
        """Return the best of the turns, judged by what can follow them."""
        level = self.level
        if self.position.solo is not None:
            worlds = [self.knowledge.world(self.rng) for _ in range(level.worlds)]
            return solo.means(found[: max(8, 2 * level.replies)], worlds, self.evaluation, self.budget)
        if level.method == REPLY:
            return self._replies(found[: level.replies])
        tree = Tree(found[: level.replies], self.position, self.evaluation, self.budget, level.shape)
        tree.grow()
        return tree.ranking()

    def _replies(self, found: list[Turn]) -> list[tuple[Turn, int, float]]:
        seat = self.position.active
        judged: list[tuple[Turn, int, float]] = []
        for turn in found:
            if judged and not self.budget.left:
                break
            value = search.reply_value(turn, seat, self.evaluation, self.budget, 4)
            judged.append((turn, 1, chance((turn.value + value) / 2)))
        return sorted(judged, key=lambda entry: entry[2], reverse=True)

    def _candidates(self, ranked: list[tuple[Turn, int, float]]) -> list[Candidate]:
        return [self._candidate(turn, visits, worth) for turn, visits, worth in ranked[:SHOWN]]

    def _candidate(self, turn: Turn, visits: int, worth: float) -> Candidate:
        plays = turn.node.actions()
        before_assault = turns.replay(self.position, plays)
        tail = turn.tail
        if tail is None:
            tail = () if turn.node.cut else assaults.plain_tail(before_assault)
        return Candidate((*plays, *tail), worth, visits, fingerprint_of(before_assault))
