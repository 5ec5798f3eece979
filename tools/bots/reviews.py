"""A check of the costly turns that analyses tell: `python -m tools.bots.reviews --games 4`.

Plays duels of weak bots in several formats, judges each turn as an analysis does, and each turn that is told as costly
once more: by tree searches many times as large, in worlds of their own. Prints how many are refuted, that is, cost less
than REFUTED by that search.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine import actions
from engine.actions import Action
from engine.bots import review as reviews
from engine.bots.review import COSTLY, Review
from engine.knowledge import Knowledge, facts_of
from engine.match import Match
from engine.seat import SEATS, Seat
from tools.bots import arena, players

FORMATS: Final = ("preconstructed", "draft", "constructed")
LEVELS: Final = ("2", "3")
REFUTED: Final = 0.03
WORLDS: Final = 3
POSITIONS: Final = 4_000


@dataclass(frozen=True, slots=True)
class ToldTurn:
    """A turn that an analysis tells as costly: `kind`, `seed` and `turn` say where; `loss` by the larger search."""

    kind: str
    seed: int
    turn: int
    seat: Seat
    review: Review
    loss: float

    @property
    def is_refuted(self) -> bool:
        """Return whether the turn was about as good as the expert's."""
        return self.loss < REFUTED


def played_turns(kind: str, seed: int) -> Iterator[tuple[Match, Seat, list[Action]]]:
    """Yield the turns of a duel: the match at the beginning of each, its player, and what they played."""
    match = Match.new(arena.options(kind, seed))
    seated = {seat: players.player(word) for seat, word in zip(SEATS, LEVELS, strict=True)}
    number, begun, played = 0, match, list[Action]()
    while match.status != "over":
        seat, number, before = match.to_act[0], number + 1, match
        action = seated[seat].action(match, seat, f"{seed}/{number}")
        match, _ = match.apply(seat, action)
        if before.position is None or seat != before.position.active:
            continue
        if not played:
            begun = before
        played.append(actions.from_json(dict(action)))
        if match.position is None or match.outcome or match.position.turn != before.position.turn:
            yield begun, seat, played
            played = []


def told_turns(kind: str, seed: int, worlds: int = WORLDS, positions: int = POSITIONS) -> list[ToldTurn]:
    """Return the turns of a duel that an analysis tells as costly, each judged by a larger search."""
    found = []
    for match, seat, played in played_turns(kind, seed):
        view, facts = match.view_for(seat), facts_of(match, seat)
        assert "turn" in view
        turn = view["turn"]
        legal = match.legal_actions(seat)
        told = reviews.review(seat, view, facts, legal, played, seed=f"{seed}:{turn}")
        if told is None or told.loss < COSTLY:
            continue
        rng = random.Random(f"{seed}:{turn}:again")
        others = [Knowledge(seat, view, facts).world(rng) for _ in range(worlds)]
        again = reviews.judged(
            seat, played, told.advice, others, lambda who, end: reviews.searched(who, end, positions)
        )
        if again is not None:
            found.append(ToldTurn(kind, seed, turn, seat, told, again.loss))
    return found


def told_in_all(kinds: Sequence[str], games: int) -> Iterator[ToldTurn]:
    """Yield the same of so many duels of each kind."""
    for kind in kinds:
        for seed in range(games):
            yield from told_turns(kind, seed)


def main() -> None:
    """Judge, and print what was refuted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4)
    told = list(told_in_all(FORMATS, parser.parse_args().games))
    for each in told:
        if each.is_refuted:
            print(f"{each.kind} {each.seed}, turn {each.turn}: {each.review.loss:.2f} told, {each.loss:.2f} found")
    print(f"{len(told)} costly turns told, {sum(each.is_refuted for each in told)} refuted")


if __name__ == "__main__":
    main()
