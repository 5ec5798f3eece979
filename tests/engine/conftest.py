"""Fixtures for tests of the rules."""

import pytest


@pytest.fixture(params=["2021", "2022"])
def edition(request: pytest.FixtureRequest) -> str:
    """Provide each edition: a test with this argument runs in both."""
    return str(request.param)
