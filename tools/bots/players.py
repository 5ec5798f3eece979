"""The players in the arena: the engine's levels, and one that plays by chance."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import process_time

from engine.bots import LEVELS, BotAction, choose, choosing, level_of
from engine.knowledge import facts_of
from engine.match import LegalAction, Match
from engine.seat import Seat
from tools.bots.elsewhere import engine_in

PlannedAction = BotAction | LegalAction


@dataclass(slots=True)
class ArenaPlayer:
    """One player of one match: plans turn by turn, and counts turns and CPU seconds. `word` as in `player`."""

    word: str
    think: Callable[[Match, Seat, str, list[int]], tuple[list[PlannedAction], int]]
    plan: list[PlannedAction] = field(default_factory=list)
    fingerprints: list[int] = field(default_factory=list)
    turns: int = 0
    seconds: float = 0.0

    def action(self, match: Match, seat: Seat, seed: str) -> PlannedAction:
        """Return the next action: out of the plan as long as it is legal, else of a new plan."""
        legal = match.legal_actions(seat)
        if not self.plan or self.plan[0] not in legal:
            begun = process_time()
            self.plan, fingerprint = self.think(match, seat, seed, self.fingerprints)
            self.seconds += process_time() - begun
            self.turns += match.position is not None
            self.fingerprints.append(fingerprint)
        return self.plan.pop(0)


def player(word: str) -> ArenaPlayer:
    """Return the player of a word: a level (`5`, `master`), a level with another budget (`6/5000` positions), one of
    another engine (`6@FOLDER`, a checkout or what `make compile` made of one), or `random`.

    Raises KeyError or ValueError for any other.
    """
    if word == "random":
        return ArenaPlayer(word, _random)
    name, _, folder = word.partition("@")
    name, _, amount = name.partition("/")
    positions = int(amount) if amount else None
    level = level_of(int(name) if name.isdigit() else name).number
    there = engine_in(folder) if folder else None

    def think(match: Match, seat: Seat, seed: str, fingerprints: list[int]) -> tuple[list[PlannedAction], int]:
        given = level, seat, match.view_for(seat), facts_of(match, seat), match.legal_actions(seat)
        if there is None:
            choice = choose(*given, seed=seed, fingerprints=fingerprints, positions=positions)
            return list(choice.actions), choice.fingerprint
        thought = there.ask(given, {"seed": seed, "fingerprints": fingerprints, "positions": positions})
        found.seconds += thought.seconds
        return list(thought.actions), thought.fingerprint

    found = ArenaPlayer(word, think)
    return found


def finished(match: Match, seated: Mapping[Seat, ArenaPlayer], seed: str) -> Match:
    """Return the match played to its end by the players at their seats."""
    number = 0
    while match.status != "over":
        seat = match.to_act[0]
        number += 1
        match, _ = match.apply(seat, seated[seat].action(match, seat, f"{seed}/{number}"))
    return match


def _random(match: Match, seat: Seat, seed: str, fingerprints: list[int]) -> tuple[list[PlannedAction], int]:
    legal, rng = match.legal_actions(seat), random.Random(seed)
    if match.position is None:
        return [choosing.choose(LEVELS[1], seat, match.setup.view_for(seat), legal, rng)], 0
    return [rng.choice(legal)], 0
