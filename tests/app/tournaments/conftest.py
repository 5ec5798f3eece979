"""Fixtures of the tests of events: one site a module, without limits, whose driver looks often."""

import pytest

from app.settings import Settings


@pytest.fixture(scope="module")
def shared_settings(shared_settings: Settings) -> Settings:
    """Provide settings of a site on which events may be played in a hurry."""
    return shared_settings.model_copy(update={"rate_limit": 0})


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.tournaments.running.driver.SOON", 0.05)
