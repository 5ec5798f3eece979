"""Glicko-2 as its author describes it, and what this site adds."""

from __future__ import annotations

import pytest
from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating

from app.contests.ratings.glicko import BOTS, MAX_DEVIATION, PERIOD, Rating, after_match, aged


def test_the_library_gives_the_example_of_the_paper() -> None:
    # Glickman, "Example of the Glicko-2 system" (2022): 1464.06, 151.52, 0.05999.
    played = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)]
    opponents = [(rating_to_mu(rating), rd_to_phi(deviation), score) for rating, deviation, score in played]
    new = update_rating(rating_to_mu(1500), rd_to_phi(200), 0.06, opponents)
    assert mu_to_rating(new.mu) == pytest.approx(1464.05, abs=0.02)
    assert phi_to_rd(new.phi) == pytest.approx(151.52, abs=0.01)
    assert new.sigma == pytest.approx(0.05999, abs=0.00001)


def test_what_one_gains_the_other_loses() -> None:
    one, other = after_match(Rating(), Rating(), 1), after_match(Rating(), Rating(), 0)
    assert one.rating - 1500 == pytest.approx(1500 - other.rating) and one.rating > 1600
    drawn = after_match(Rating(), Rating(), 0.5)
    assert drawn.rating == pytest.approx(1500) and drawn.deviation < MAX_DEVIATION


def test_the_deviation_grows_with_time_up_to_that_of_a_newcomer() -> None:
    sure = Rating(1700, 60, 0.06)
    assert aged(sure, PERIOD - 1) == sure
    later = aged(sure, 10 * PERIOD)
    assert sure.deviation < later.deviation < MAX_DEVIATION and later.rating == pytest.approx(sure.rating)
    assert aged(sure, 1e12).deviation <= MAX_DEVIATION
    assert aged(sure, -1e9) == sure  # a clock was set back


def test_higher_levels_of_bots_are_stronger_marks() -> None:
    marks = [BOTS[level].rating for level in sorted(BOTS)]
    assert marks == sorted(set(marks)) and len(marks) == 7
