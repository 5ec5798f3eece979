"""Clocks that stand still but for what a test lets pass."""

from __future__ import annotations

import pytest

from app.base.live import site_clock
from app.matches.core import sync
from app.matches.core.features import absence
from app.matches.core.memory import presence
from tests.support.site_time import SteadyClock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SteadyClock:
    """Provide the clock of absences: however slow the machine is, nobody is away for longer than the test says.

    Departures are noticed at once.
    """
    standing = SteadyClock()
    monkeypatch.setattr(absence, "time", standing)
    monkeypatch.setattr(presence, "GRACE", 0.05)
    return standing


@pytest.fixture
def time_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the site's time advance by what a test lets pass alone; nobody else looks whose time is up."""
    monkeypatch.setattr(site_clock, "time", SteadyClock(100.0))
    monkeypatch.setattr(sync, "POLL", 3600.0)
