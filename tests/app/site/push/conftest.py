"""Fixtures of the tests of notifications."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.push import PushEndpoint, push_endpoint


@pytest.fixture
def endpoint() -> Iterator[PushEndpoint]:
    """Provide a push service."""
    with push_endpoint() as service:
        yield service
