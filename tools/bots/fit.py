"""Fit the weights of the computer opponents from self-play and write them: `python -m tools.bots.fit`.

Seeded: the same numbers give the same weights. Each round plays duels with the weights of the round before, and fits
values of cards (from decks and results) and the evaluation (from positions and results) on the latest duels.
"""

from __future__ import annotations

import argparse
import json
import pickle
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NotRequired, TypedDict

from engine import cards
from engine.bots import features
from engine.bots.evaluation import Evaluation
from engine.bots.features import CardValues
from engine.position import DRAW
from engine.seat import Seat, Winner, other
from tools.bots import regression, selfplay, study
from tools.bots.regression import SparseRow
from tools.bots.selfplay import PlayedGame

PATH = Path(__file__).resolve().parents[2] / "engine" / "data" / "weights.json"
ALL = frozenset(features.NAMES)
STUDY = frozenset(("bias", *(f"{role}_{name}" for role in ("mover", "other") for name in study.SEEN)))
OWN = 0.5
"""How much a card's own number counts in the fit of values: the smaller, the more it goes by what is printed."""
SLUGS = list(cards.ALL)
ROUNDS = "games x width of the beam x turns judged by replies; -1 for these: games against the automaton"
_PLACE = {slug: number for number, slug in enumerate(SLUGS)}


class CardWeights(TypedDict):
    """The values of cards: weights of what is printed, what each is worth `more`, and what it is to go `first`."""

    weights: dict[str, float]
    more: dict[str, float]
    first: NotRequired[float]


class StoredWeights(TypedDict):
    """The file of weights: those of cards, and those of each evaluation by name."""

    cards: CardWeights
    evaluations: dict[str, dict[str, float]]


def load() -> StoredWeights:
    """Return the weights as they are now."""
    data: StoredWeights = json.loads(PATH.read_text("utf-8"))
    return data


def plain(data: StoredWeights) -> StoredWeights:
    """Return the weights from which a first fit starts.

    The plain ones of the lower levels, and cards all worth the same.
    """
    simple = data["evaluations"]["simple"]
    evaluations = {name: dict(simple) for name in data["evaluations"]}
    return {"cards": {"weights": {}, "more": {}}, "evaluations": evaluations}


def values_of(data: StoredWeights) -> CardValues:
    """Return the values of cards in `data`."""
    return CardValues(data["cards"]["weights"], data["cards"]["more"])


def evaluation_of(data: StoredWeights, name: str) -> Evaluation:
    """Return the evaluation of this name in `data`."""
    stored = data["evaluations"][name]
    return Evaluation([stored.get(feature, 0.0) for feature in features.NAMES], values_of(data))


def _play(data: StoredWeights, seed: str, count: int, width: int, replies: int) -> list[PlayedGame]:
    rng = random.Random(seed)
    if replies < 0:
        alone = evaluation_of(data, "solo")
        return [selfplay.alone(rng, alone, width) for _ in range(count)]
    evaluation = evaluation_of(data, "duel")
    return [selfplay.duel(rng, evaluation, width, replies) for _ in range(count)]


def games(data: StoredWeights, seed: str, count: int, width: int, replies: int, jobs: int) -> list[PlayedGame]:
    """Games of the weights in `data` against themselves; the same ones for any number of jobs."""
    batch = 25
    parts = [(data, f"{seed}/{number}", batch, width, replies) for number in range(count // batch)]
    if jobs == 1:
        return [game for part in parts for game in _play(*part)]
    with ProcessPoolExecutor(jobs) as pool:
        return [game for played in pool.map(_play, *zip(*parts, strict=True)) for game in played]


def _target(winner: Winner, seat: Seat) -> float:
    return 0.5 if winner == DRAW else float(winner == seat)


def deck_rows(played: list[PlayedGame]) -> Iterator[tuple[SparseRow, float]]:
    """Yield a row for each duel: the starter's cards count 1, the others -1, and the last number is the start itself.

    First what is printed on the cards, so that a rare card goes by its like, then each card itself, at half weight.
    """
    for game in played:
        printed = [0.0] * len(features.CARD)
        row: SparseRow = []
        for seat, sign in ((game.first, 1.0), (other(game.first), -1.0)):
            for slug in game.decks[seat]:
                told = features.card_numbers(cards.ALL[slug])
                printed = [old + sign * new for old, new in zip(printed, told, strict=True)]
                row.append((len(printed) + _PLACE[slug], sign * OWN))
        yield [*regression.sparse(printed), *row, (len(printed) + len(SLUGS), 1.0)], _target(game.winner, game.first)


def fit_cards(played: list[PlayedGame], rng: random.Random) -> CardWeights:
    """Return the values of cards in log odds: weights of what is printed on them, and what each is worth `more` than
    that."""
    rows, targets = zip(*deck_rows(played), strict=True)
    size = len(features.CARD)
    start = [0.0] * (size + len(SLUGS) + 1)
    weights = regression.fit(list(rows), list(targets), start, rng, epochs=16, decay=0.003)
    printed = {name: round(weight, 4) for name, weight in zip(features.CARD, weights, strict=False)}
    more = {slug: round(weight * OWN, 4) for slug, weight in zip(SLUGS, weights[size:], strict=False)}
    return {"weights": printed, "more": more, "first": round(weights[-1], 3)}


def _crossed(played: list[PlayedGame], rng: random.Random) -> list[CardValues]:
    """For each duel values of cards that were fitted without it: those of the other half of the duels."""
    fitted = [fit_cards(played[half::2], rng) for half in (1, 0)]
    values = [CardValues(cards_of["weights"], cards_of["more"]) for cards_of in fitted]
    return [values[number % 2] for number in range(len(played))]


def fit_evaluation(
    played: list[PlayedGame],
    values: list[CardValues],
    start: dict[str, float],
    rng: random.Random,
    seen: frozenset[str] = ALL,
) -> dict[str, float]:
    """Return the weights of an evaluation that looks at the numbers in `seen`, by name.

    `values` of the cards for each game. Prints how well they foretell the results of games they were not fitted on.
    """
    rows: list[SparseRow] = []
    targets: list[float] = []
    for game, told in zip(played, values, strict=True):
        for position in game.positions:
            row = features.numbers(position, told)
            rows.append([(at, row[at]) for at, name in enumerate(features.NAMES) if row[at] and name in seen])
            targets.append(_target(game.winner, position.active))
    split = len(rows) * 9 // 10
    begin = [start.get(name, 0.0) for name in features.NAMES]
    checked = regression.fit(rows[:split], targets[:split], begin, rng)
    before = regression.loss(begin, rows[split:], targets[split:])
    after = regression.loss(checked, rows[split:], targets[split:])
    print(f"  {len(rows)} positions; log loss on the last tenth {before:.4f} before, {after:.4f} after", flush=True)
    weights = regression.fit(rows, targets, checked, rng, epochs=8, rate=0.02)
    return {name: round(weight, 4) for name, weight in zip(features.NAMES, weights, strict=True)}


def write(data: StoredWeights) -> None:
    """Store the weights."""
    PATH.write_text(json.dumps(data, indent=1, sort_keys=True) + "\n", "utf-8")


def _duel_round(data: StoredWeights, played: list[PlayedGame], rng: random.Random) -> None:
    values = _crossed(played, rng)
    data["cards"] = fit_cards(played, rng)
    data["evaluations"]["duel"] = fit_evaluation(played, values, data["evaluations"]["duel"], rng)
    plain = fit_evaluation(played, values, {}, rng, STUDY)
    study.PATH.write_text(json.dumps(plain, indent=1, sort_keys=True) + "\n", "utf-8")


def main() -> None:
    """Play and fit, round by round."""
    read = argparse.ArgumentParser(description=__doc__)
    read.add_argument("--seed", default="1")
    read.add_argument("--fresh", action="store_true", help="start from plain weights instead of the stored ones")
    read.add_argument("--rounds", default="2000x6x0,2000x6x6,2000x6x-1", help=ROUNDS)
    read.add_argument("--jobs", type=int, default=1)
    read.add_argument("--keep", type=int, default=4000, help="duels, the latest ones, on which a round fits")
    read.add_argument("--games", type=Path, help="a file in which the duels are kept from one run to the next")
    asked = read.parse_args()
    data = plain(load()) if asked.fresh else load()
    before = pickle.loads(asked.games.read_bytes()) if asked.games and asked.games.exists() else list[PlayedGame]()
    for number, spoken in enumerate(asked.rounds.split(",")):
        count, width, replies = map(int, spoken.split("x"))
        rng = random.Random(f"{asked.seed}/{number}/fit")
        fresh = games(data, f"{asked.seed}/{number}", count, width, replies, asked.jobs)
        print(f"round {number + 1}: {len(fresh)} games, {sum(len(game.positions) for game in fresh)} turns", flush=True)
        if replies < 0:
            values = [values_of(data)] * len(fresh)
            data["evaluations"]["solo"] = fit_evaluation(fresh, values, data["evaluations"]["solo"], rng)
        else:
            before = [*before, *fresh][-asked.keep :]
            if asked.games:
                asked.games.write_bytes(pickle.dumps(before))
            _duel_round(data, before, rng)
        write(data)


if __name__ == "__main__":
    main()
