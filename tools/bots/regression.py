"""Logistic regression on sparse rows in plain Python: Adagrad on shuffled rows, the weights averaged at the end."""

from __future__ import annotations

import random
from math import exp, log, sqrt

SparseRow = list[tuple[int, float]]
"""The numbers of a row that are not 0, with their places."""


def sparse(row: list[float]) -> SparseRow:
    """Return a row without its zeros."""
    return [(place, number) for place, number in enumerate(row) if number]


def probability(weights: list[float], row: SparseRow) -> float:
    """Return the model's answer for a row."""
    total = sum(weights[place] * number for place, number in row)
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))


def fit(
    rows: list[SparseRow],
    targets: list[float],
    start: list[float],
    rng: random.Random,
    *,
    epochs: int = 12,
    rate: float = 0.05,
    decay: float = 1e-4,
) -> list[float]:
    """Weights that make the targets likely; `decay` pulls them towards 0 for every row."""
    weights = list(start)
    grown = [1e-6] * len(weights)
    mean = [0.0] * len(weights)
    order = list(range(len(rows)))
    averaged = 0
    for epoch in range(epochs):
        rng.shuffle(order)
        for at in order:
            row = rows[at]
            error = probability(weights, row) - targets[at]
            for place, number in row:
                slope = error * number + decay * weights[place]
                grown[place] += slope * slope
                weights[place] -= rate * slope / sqrt(grown[place])
        if epoch >= epochs // 2:
            averaged += 1
            mean = [old + new for old, new in zip(mean, weights, strict=True)]
    return [total / max(1, averaged) for total in mean]


def loss(weights: list[float], rows: list[SparseRow], targets: list[float]) -> float:
    """Return the mean of -log of the probability given to what happened."""
    total = 0.0
    for row, target in zip(rows, targets, strict=True):
        answer = min(1 - 1e-9, max(1e-9, probability(weights, row)))
        total -= target * log(answer) + (1 - target) * log(1 - answer)
    return total / max(1, len(rows))
