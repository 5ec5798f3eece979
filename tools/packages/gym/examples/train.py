"""Train a linear policy by the cross-entropy method until it beats level 1: numpy only, some minutes on one core.

python -m tools.packages.gym.examples.train --minutes 4 --out policy.npy
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path

import numpy as np

from tools.packages.gym.examples.linear import NAMES, Weights, best
from tools.packages.gym.seat_env import OpponentChoice, SeatEnv

POPULATION, ELITE, MATCHES = 24, 6, 12


def score(weights: Weights, matches: range, opponent: OpponentChoice = 1) -> float:
    """Return the share of matches won, a draw as half; each number is a deal, and a seat."""
    won = 0.0
    for number in matches:
        env = SeatEnv(opponent, seat="AB"[number % 2])  # type: ignore[arg-type] # "A" or "B"
        seen, _ = env.reset(seed=number // 2)
        over, reward = False, 0.0
        while not over:
            seen, reward, over, _, _ = env.step(np.int64(best(weights, seen)))
        won += (reward + 1) / 2
    return won / len(matches)


def train(minutes: float, seed: int, opponent: OpponentChoice = 1) -> Weights:
    """Return the mean of the best policies after so many minutes."""
    rng = np.random.default_rng(seed)
    mean, spread = np.zeros(len(NAMES)), np.ones(len(NAMES))
    started, generation = time.monotonic(), 0
    while time.monotonic() - started < 60 * minutes:
        first = 1_000_000 + generation * MATCHES
        drawn = mean + spread * rng.standard_normal((POPULATION, len(NAMES)))
        scores = [score(weights, range(first, first + MATCHES), opponent) for weights in drawn]
        elite = drawn[np.argsort(scores)[-ELITE:]]
        mean, spread = elite.mean(axis=0), elite.std(axis=0) + 0.5 / (2 + generation)
        generation += 1
        print(f"generation {generation}: mean {np.mean(scores):.2f}, best {max(scores):.2f}", flush=True)
    return mean


def main() -> None:
    """Train, play matches that were not trained on, and say who won."""
    read = argparse.ArgumentParser(description="Train a linear policy against a level.")
    read.add_argument("--minutes", type=float, default=4)
    read.add_argument("--matches", type=int, default=200, help="matches played afterwards, to measure")
    read.add_argument("--level", type=int, default=1)
    read.add_argument("--seed", type=int, default=1)
    read.add_argument("--out", type=Path, default=Path("policy.npy"))
    asked = read.parse_args()
    weights = train(asked.minutes, asked.seed, asked.level)
    np.save(asked.out, weights)
    share = score(weights, range(asked.matches), asked.level)
    interval = 1.96 * math.sqrt(share * (1 - share) / asked.matches)
    print(
        f"{asked.matches} other matches against level {asked.level}: {100 * share:.0f} % won (± {100 * interval:.0f})"
    )
    for name, weight in sorted(zip(NAMES, weights.tolist(), strict=True), key=lambda pair: -abs(pair[1])):
        print(f"  {weight:6.2f}  {name}")


if __name__ == "__main__":
    main()
