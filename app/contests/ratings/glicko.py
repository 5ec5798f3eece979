"""Glicko-2, each match a rating period of its own; while somebody does not play, the deviation grows."""

from __future__ import annotations

from typing import Final, NamedTuple

from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating

from app.base.seconds import DAY

PERIOD: Final = 5.0 * DAY  # seconds without a match after which the deviation grows once
MAX_PERIODS: Final = 400
MAX_DEVIATION: Final = 350.0
PROVISIONAL: Final = 110.0
"""The deviation above which a rating says little yet."""


class Rating(NamedTuple):
    """A rating: the true strength lies within two deviations of it, most likely."""

    rating: float = 1500.0
    deviation: float = MAX_DEVIATION
    volatility: float = 0.06


# No bot learns: a level is as strong as it is, and so those who play against bots are measured by fixed marks. They lie
# apart as the levels do in the arena (docs/decisions/bots.md).
BOTS: Final = {
    level: Rating(rating, 60.0) for level, rating in enumerate((670.0, 850.0, 1030.0, 1210.0, 1460.0, 1620.0, 1790.0))
}


def aged(rating: Rating, seconds: float) -> Rating:
    """Return a rating after so many seconds without a match."""
    now = rating
    for _period in range(min(MAX_PERIODS, int(max(0.0, seconds) / PERIOD))):
        if now.deviation >= MAX_DEVIATION:
            break
        now = _updated(now, [])
    return now


def after_match(rating: Rating, opponent: Rating, score: float) -> Rating:
    """Return a rating after a match: `score` is 1 for a win, 0.5 for a draw, 0 for a defeat."""
    return _updated(rating, [(rating_to_mu(opponent.rating), rd_to_phi(opponent.deviation), score)])


def _updated(rating: Rating, played: list[tuple[float, float, float]]) -> Rating:
    new = update_rating(rating_to_mu(rating.rating), rd_to_phi(rating.deviation), rating.volatility, played)
    return Rating(mu_to_rating(new.mu), min(MAX_DEVIATION, phi_to_rd(new.phi)), new.sigma)
