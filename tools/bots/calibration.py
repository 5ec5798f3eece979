"""The evaluation's chances held against who then wins: `python -m tools.bots.calibration`. Seeded.

Duels of the bots against themselves, each position at the beginning of a turn: the chance that the evaluation gives to
whoever is to move, beside the share of these that was won.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import log

from engine.bots.evaluation import chance, evaluation
from engine.position import DRAW
from tools.bots import fit
from tools.bots.selfplay import PlayedGame

BINS = 10
LEAST = 1e-6


def told(games: Sequence[PlayedGame]) -> list[tuple[float, float]]:
    """Return for each turn the chance that is foretold to its player, and what came of it: 1, 0, or 0.5 for a draw."""
    judge = evaluation("duel")
    return [
        (chance(judge.logit(position)), 0.5 if game.winner == DRAW else float(game.winner == position.active))
        for game in games
        for position in game.positions
    ]


def table(pairs: Sequence[tuple[float, float]]) -> list[tuple[int, float, float]]:
    """Return for each tenth of chances that occurs: how many turns, the mean chance, the share that was won."""
    bins: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for pair in pairs:
        bins[min(BINS - 1, int(pair[0] * BINS))].append(pair)
    return [(len(some), *(sum(each) / len(some) for each in zip(*some, strict=True))) for some in bins if some]


def main() -> None:
    """Play, and print the table."""
    read = argparse.ArgumentParser(description=__doc__)
    read.add_argument("--seed", default="calibration")
    read.add_argument("--games", type=int, default=500)
    read.add_argument("--jobs", type=int, default=1)
    asked = read.parse_args()
    pairs = told(fit.games(fit.load(), asked.seed, asked.games, 6, 0, asked.jobs))
    rows = table(pairs)
    for count, foretold, won in rows:
        print(f"{count:6}  foretold {foretold:6.1%}  won {won:6.1%}")
    error = sum(count * abs(foretold - won) for count, foretold, won in rows) / len(pairs)
    loss = -sum(won * log(max(LEAST, p)) + (1 - won) * log(max(LEAST, 1 - p)) for p, won in pairs) / len(pairs)
    print(f"{len(pairs)} turns of {asked.games} duels; mean error {error:.1%}, log loss {loss:.3f}")


if __name__ == "__main__":
    main()
