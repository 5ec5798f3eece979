"""Fixtures of the tests of tournaments: one site a module, without limits, whose driver looks often."""

import pytest


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.contests.tournaments.running.driver.TICK_EVERY", 0.05)
