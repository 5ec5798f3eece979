"""Figures of the arena: Bradley-Terry ratings with intervals by resampling deals."""

from __future__ import annotations

import random
from math import log10

Pair = tuple[str, str]
DRAWS = 100


def elo(scores: dict[Pair, list[float]], rounds: int = 200) -> dict[str, float]:
    """Ratings in Elo points, 0 for the mean, from the points (0 to 2) that the first of each pair took in each deal.

    Half a deal is added as drawn to each pair, so that a player who won everything has a rating, too.
    """
    names = sorted({name for pair in scores for name in pair})
    strength = dict.fromkeys(names, 1.0)
    won = dict.fromkeys(names, 0.0)
    for (first, second), points in scores.items():
        won[first] += sum(points) + 0.5
        won[second] += 2 * len(points) - sum(points) + 0.5
    for _ in range(rounds):
        for name in names:
            met = 0.0
            for pair, points in scores.items():
                if name in pair:
                    other = pair[0] if pair[1] == name else pair[1]
                    met += (2 * len(points) + 1) / (strength[name] + strength[other])
            strength[name] = won[name] / met
    points_of = {name: 400 * log10(strength[name]) for name in names}
    mean = sum(points_of.values()) / len(names)
    return {name: value - mean for name, value in points_of.items()}


def intervals(scores: dict[Pair, list[float]], rng: random.Random) -> dict[str, tuple[float, float]]:
    """95 % intervals of the ratings: deals drawn again with replacement."""
    drawn: dict[str, list[float]] = {name: [] for pair in scores for name in pair}
    for _ in range(DRAWS):
        again = {pair: rng.choices(points, k=len(points)) for pair, points in scores.items()}
        for name, value in elo(again, 60).items():
            drawn[name].append(value)
    found = {}
    for name, values in drawn.items():
        values.sort()
        found[name] = values[int(0.025 * DRAWS)], values[int(0.975 * DRAWS) - 1]
    return found
