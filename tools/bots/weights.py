"""Fit what each card is worth where it lies, and in a draft: `make bots ARE=weights`, with what `make dev` installs.

Two computers of level 4 play each other with drafts by chance, half of them from the starter set, half from all sets,
and now and then the second-best turn. On the results are fitted, by logistic regression with a ridge: what each card
adds to the evaluation of a position, by where it lies, and what it adds to its worth in a draft. Seeded: the same
numbers give the same weights, for any number of jobs. Prints the log loss of both on games that were not fitted, and
writes `engine/data/weights.json`.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import re
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from engine import cards
from engine.bots import choose, measures
from engine.bots.evaluation import card_values, evaluation
from engine.knowledge import facts_of
from engine.match import Match, Options
from engine.position import DRAW, SUMMON, Position
from engine.seat import SEATS, Seat, other
from engine.setup.options import DRAFT, STARTER
from tools.bots import players
from tools.bots.players import ArenaPlayer, PlannedAction

if TYPE_CHECKING:
    from numpy.typing import NDArray

PATH: Final = Path(__file__).resolve().parents[2] / "engine" / "data" / "weights.json"
LEVEL: Final = 4
SECOND_BEST: Final = 0.12
"""The chance that a turn is the second-best one."""
SLUGS: Final = tuple(cards.ALL)
_NUMBER: Final = {slug: number for number, slug in enumerate(SLUGS)}
PLACE_RIDGE: Final = 70.0
PICK_RIDGE: Final = 60.0
"""The penalties, in positions and games, that keep the numbers of rare cards small."""
STEPS: Final = 400


class FittedRow(NamedTuple):
    """A result to be foretold: 1 won, 0.5 drawn; the log odds without the fitted numbers, their places and signs."""

    result: float
    logit: float
    at: list[int]
    signs: list[float]


class FittedGame(NamedTuple):
    """The rows of one game: one of its decks, and those of its positions."""

    decks: FittedRow
    positions: list[FittedRow]


def played(seed: str) -> FittedGame:
    """Play one game."""
    gc.disable()  # searches make no cycles
    rng = random.Random(seed)
    sets = cards.SETS if rng.random() < 0.5 else STARTER
    match = Match.new(Options(seed=rng.getrandbits(32), format=DRAFT, sets=sets, first=rng.choice(SEATS)))
    while match.position is None:
        seat = match.to_act[0]
        match, _ = match.apply(seat, rng.choice(match.legal_actions(seat)))
    met: dict[int, Position] = {}

    def think(match: Match, seat: Seat, seed: str, fingerprints: list[int]) -> tuple[list[PlannedAction], int]:
        position = match.position
        assert position is not None
        if position.phase == SUMMON:
            met.setdefault(position.turn, position)
        known = match.view_for(seat), facts_of(match, seat)
        choice = choose(LEVEL, seat, *known, match.legal_actions(seat), seed=seed, fingerprints=fingerprints)
        second = len(choice.turns) > 1 and rng.random() < SECOND_BEST
        return list(choice.turns[1][0] if second else choice.actions), choice.fingerprint

    match = players.finished(match, {seat: ArenaPlayer("", think) for seat in SEATS}, seed)
    assert match.outcome is not None
    won = match.outcome.winner
    results = {seat: 0.5 if won == DRAW else float(won == seat) for seat in SEATS}
    first = match.options.first or SEATS[0]
    return FittedGame(
        _deck_row(results[first], match.setup.decks[first], match.setup.decks[other(first)]),
        [_position_row(results[position.active], position) for position in met.values()],
    )


def _deck_row(result: float, own: Sequence[str], foe: Sequence[str]) -> FittedRow:
    values = card_values()
    at = [_NUMBER[slug] for slug in (*own, *foe)]
    signs = [1.0] * len(own) + [-1.0] * len(foe)
    logit = sum(sign * values.of(cards.ALL[slug]) for slug, sign in zip((*own, *foe), signs, strict=True))
    return FittedRow(result, logit, [*at, len(SLUGS)], [*signs, 1.0])  # the last number is that of the first turn


def _position_row(result: float, position: Position) -> FittedRow:
    judge = evaluation("duel")
    lying = [(card.slug, place) for card, place in measures.placed(position) if card.slug is not None]
    logit = judge.logit(position) - sum(judge.places[slug][place] for slug, place in lying if slug in judge.places)
    at = [_NUMBER[slug] * len(measures.PLACES) + place for slug, place in lying]
    return FittedRow(result, logit, at, [1.0] * len(at))


class Regression:
    """Rows as arrays, for numbers that are added to their log odds."""

    def __init__(self, rows: list[FittedRow], size: int) -> None:
        self.size = size
        self.results = np.array([row.result for row in rows])
        self.logits = np.array([row.logit for row in rows])
        self.of_row = np.repeat(np.arange(len(rows)), [len(row.at) for row in rows])
        self.at = np.array([at for row in rows for at in row.at], dtype=np.int32)
        self.signs = np.array([sign for row in rows for sign in row.signs])

    def chances(self, numbers: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the chance of each row to be won."""
        added = np.bincount(self.of_row, self.signs * numbers[self.at], len(self.results))
        return np.asarray(1 / (1 + np.exp(-(self.logits + added))))

    def losses(self, numbers: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the log loss of each row."""
        chances = np.clip(self.chances(numbers), 1e-9, 1 - 1e-9)
        return np.asarray(-(self.results * np.log(chances) + (1 - self.results) * np.log(1 - chances)))

    def fitted(self, ridge: float) -> NDArray[np.float64]:
        """Return the numbers with the smallest loss, by accelerated descent in steps that fit how often each is met."""
        often = np.bincount(self.at, minlength=self.size)
        widest = np.bincount(self.of_row).max()
        steps = 1 / (often * widest / 4 + ridge)
        numbers = before = np.zeros(self.size)
        for step in range(STEPS):
            ahead = numbers + step / (step + 3) * (numbers - before)
            missed = (self.chances(ahead) - self.results)[self.of_row]
            slope = np.bincount(self.at, self.signs * missed, self.size) + ridge * ahead
            before, numbers = numbers, ahead - steps * slope
        return numbers


def _checked(name: str, games: list[list[FittedRow]], size: int, ridge: float) -> NDArray[np.float64]:
    """Return the numbers fitted on all games; print what those of nine tenths are worth on the rest."""
    kept = len(games) * 9 // 10
    part = Regression([row for rows in games[:kept] for row in rows], size).fitted(ridge)
    gains = []
    for rows in games[kept:]:
        rest = Regression(rows, size)
        gains.append(float((rest.losses(np.zeros(size)) - rest.losses(part)).mean()))
    spread = 1.96 * float(np.std(gains)) / len(gains) ** 0.5
    print(
        f"{name}: log loss less by {np.mean(gains):.4f} (95 %: ±{spread:.4f}) in {len(gains)} other games", flush=True
    )
    return Regression([row for rows in games for row in rows], size).fitted(ridge)


def write(places: NDArray[np.float64], picks: NDArray[np.float64]) -> None:
    """Store the numbers, those of a card on one line."""
    data, values = json.loads(PATH.read_text("utf-8")), card_values()
    found = places.reshape(len(SLUGS), -1)
    data["cards"]["places"] = {slug: [round(float(one), 3) for one in found[_NUMBER[slug]]] for slug in SLUGS}
    data["cards"]["picks"] = {
        slug: round(values.of(cards.ALL[slug]) + float(picks[_NUMBER[slug]]), 3) for slug in SLUGS
    }
    text = json.dumps(data, indent=1, sort_keys=True)
    text = re.sub(r"\[[^\]]*\]", lambda row: " ".join(row[0].split()), text)
    PATH.write_text(text + "\n", "utf-8")


def main() -> None:
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--games", type=int, default=10_000)
    read.add_argument("--seed", type=int, default=1)
    read.add_argument("--jobs", type=int, default=1)
    asked = read.parse_args()
    with ProcessPoolExecutor(asked.jobs) as pool:
        seeds = [f"{asked.seed}/{number}" for number in range(asked.games)]
        games = list(pool.map(played, seeds, chunksize=20))
    print(f"{len(games)} games, {sum(len(game.positions) for game in games)} positions", flush=True)
    size = len(SLUGS) * len(measures.PLACES)
    places = _checked("where cards lie", [game.positions for game in games], size, PLACE_RIDGE)
    picks = _checked("cards of a deck", [[game.decks] for game in games], len(SLUGS) + 1, PICK_RIDGE)
    write(places, picks)


if __name__ == "__main__":
    main()
