"""The certainty of verdicts on costly turns: `make bots ARE=mistakes`, or `python -m tools.bots.mistakes --games 20`.

Weak bots play; each turn that the site would offer to try again (`engine.bots.trial`) is judged once more with four
times the search, in other worlds: the expert's turn should still pass, and the played one still fail. Prints in how
many cases that is so, before and after the check by which turns are chosen, and the CPU time of a try. Then the levels
try these turns: of how many that pass four times the search says that they are worse by 8 points or more. Shares have
their 95 % intervals (Wilson's).
"""

from __future__ import annotations

import argparse
import gc
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import Final

from engine import actions, balance
from engine.actions import Action
from engine.bots import choose, trial
from engine.bots.review import COSTLY, USUAL, Review, review
from engine.knowledge import Knowledge, facts_of, knowledge_of
from engine.match import Match, Options
from engine.seat import SEATS, Seat
from engine.setup.solo import SoloOptions
from tools.bots import arena, players, tables

FORMATS: Final = ("preconstructed", "draft", "preconstructed-2021", "solo")
WEAK: Final = ("1", "2", "3")
TRYING: Final = (1, 2, 3, 4, 6)
"""Levels whose turns are tries; that of level 5 is the expert's."""
MAX_TURNS: Final = 60
"""Turns after which a game is broken off."""


@dataclass(frozen=True, slots=True)
class CostlyTurn:
    """A turn that cost much: the match before it, who played it, and the review."""

    match: Match
    seat: Seat
    played: tuple[Action, ...]
    review: Review
    seed: str

    @property
    def knowledge(self) -> Knowledge:
        """The knowledge of the player who made the mistake."""
        return knowledge_of(self.match, self.seat)

    @property
    def is_clear(self) -> bool:
        """True if the site would offer it."""
        return trial.is_clear(self.knowledge, self.played, self.review.advice, seed=self.seed)

    @property
    def keeps_verdict(self) -> bool:
        """True if four times the search, in further worlds, comes to the same verdict."""
        return trial.is_clear(self.knowledge, self.played, self.review.advice, seed=f"{self.seed}/again")

    def tries(self) -> Iterator[tuple[Action, ...]]:
        """Yield the turns that the levels play here, each once."""
        knowledge, legal, met = self.knowledge, self.match.legal_actions(self.seat), set[tuple[Action, ...]]()
        for level in TRYING:
            choice = choose(level, self.seat, knowledge.view, knowledge.facts, legal, seed=f"{self.seed}/{level}")
            tried = tuple(actions.from_json(action) for action in choice.actions)
            if tried not in met:
                met.add(tried)
                yield tried

    def is_worse(self, tried: Sequence[Action]) -> bool:
        """True if four times the search says that a try cost as much as an offered turn."""
        best, seed = self.review.advice, self.seed
        found = trial.trial(self.knowledge, tried, best, seed=seed, effort=USUAL.times(trial.CHECKED))
        return found is not None and found.loss >= COSTLY


@dataclass(slots=True)
class VerdictCount:
    """Turns of a format: how many there were, how many were offered, and how often the verdict was kept."""

    costly: int = 0
    kept: int = 0
    offered: int = 0
    kept_of_offered: int = 0
    praised: int = 0
    praised_worse: int = 0
    seconds: list[float] = field(default_factory=list)

    def add(self, turn: CostlyTurn) -> None:
        """Judge one more turn."""
        kept, begun = turn.keeps_verdict, process_time()
        trial.trial(turn.knowledge, turn.played, turn.review.advice, seed=turn.seed)
        self.seconds.append(process_time() - begun)
        self.costly += 1
        self.kept += kept
        if turn.is_clear:
            self.offered += 1
            self.kept_of_offered += kept
        for tried in turn.tries():
            found = trial.trial(turn.knowledge, tried, turn.review.advice, seed=turn.seed)
            if found is not None and trial.passes(turn.knowledge, tried, found, seed=turn.seed):
                self.praised += 1
                self.praised_worse += turn.is_worse(tried)

    def line(self, kind: str) -> str:
        """Return the figures in one line."""
        seconds = sorted(self.seconds) or [0.0]
        return (
            f"{kind:<20} costly {self.costly:4d}, verdict kept {_of(self.kept, self.costly)};  "
            f"offered {self.offered:4d}, verdict kept {_of(self.kept_of_offered, self.offered)};  "
            f"passed {self.praised:4d}, worse {_of(self.praised_worse, self.praised)};  "
            f"CPU s of a try: median {seconds[len(seconds) // 2]:.3f}, most {seconds[-1]:.3f}"
        )


def _of(count: int, whole: int) -> str:
    return tables.shown(balance.rate(count, whole) if whole else None)


def options(kind: str, seed: int) -> Options:
    """Return the options of a game."""
    if kind != "solo":
        return arena.options(kind, seed)
    return Options(seed=seed, mode="solo", format="draft", solo=SoloOptions(fixed=7, per_creature=2))


def costly_turns(kind: str, seed: int) -> Iterator[CostlyTurn]:
    """Yield the turns of one game of weak bots that cost as much as the site asks for."""
    dice = random.Random(seed)
    seated = {seat: players.player(dice.choice(WEAK)) for seat in SEATS}
    match, begun, played = Match.new(options(kind, seed)), None, list[Action]()
    for number in range(10_000):
        if match.status == "over" or (match.position is not None and match.position.turn > MAX_TURNS):
            return
        seat, before = match.to_act[0], match
        action = seated[seat].action(match, seat, f"{seed}/{number}")
        match, _ = match.apply(seat, action)
        if before.position is None:
            continue
        if begun is None and before.position.phase == "summon":
            begun, played = (before, seat), []
        if action["type"] != "order":
            played.append(actions.from_json(action))
        if begun is not None and (match.status == "over" or _turn(match) != _turn(begun[0])):
            found = _reviewed(*begun, tuple(played), f"{kind} {seed} {number}")
            begun = None
            if found is not None:
                yield found


def _turn(match: Match) -> int | None:
    return None if match.position is None else match.position.turn


def _reviewed(match: Match, seat: Seat, played: tuple[Action, ...], seed: str) -> CostlyTurn | None:
    view, facts = match.table_view(seat), facts_of(match, seat)
    found = review(seat, view, facts, match.legal_actions(seat), played, seed=seed)
    return CostlyTurn(match, seat, played, found, seed) if found is not None and found.loss >= COSTLY else None


def main() -> None:
    """Print the figures of each format, and of all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=20, help="of each format")
    parser.add_argument("--formats", nargs="*", default=FORMATS)
    chosen = parser.parse_args()
    gc.disable()  # searches make no cycles
    whole = VerdictCount()
    for kind in chosen.formats:
        tally = VerdictCount()
        for seed in range(chosen.seed, chosen.seed + chosen.games):
            for turn in costly_turns(kind, seed):
                tally.add(turn)
        print(tally.line(kind), flush=True)
        whole.costly += tally.costly
        whole.kept += tally.kept
        whole.offered += tally.offered
        whole.kept_of_offered += tally.kept_of_offered
        whole.praised += tally.praised
        whole.praised_worse += tally.praised_worse
        whole.seconds += tally.seconds
    print(whole.line("all"))


if __name__ == "__main__":
    main()
