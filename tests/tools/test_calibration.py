"""The table of chances beside results."""

from __future__ import annotations

import pytest

from tools.bots import calibration, fit


def test_chances_are_set_beside_what_was_won() -> None:
    rows = calibration.table([(0.02, 0.0), (0.08, 1.0), (1.0, 1.0)])
    assert [count for count, _foretold, _won in rows] == [2, 1]
    assert rows[0][1:] == pytest.approx((0.05, 0.5))
    assert rows[1][1:] == (1.0, 1.0)


def test_every_turn_of_a_duel_is_told() -> None:
    games = fit.games(fit.load(), "test", 25, 1, 0, 1)[:2]
    pairs = calibration.told(games)
    assert len(pairs) == sum(len(game.positions) for game in games)
    assert all(0 <= foretold <= 1 and won in (0.0, 0.5, 1.0) for foretold, won in pairs)
